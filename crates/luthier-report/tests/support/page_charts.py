"""Charts: tips by mouse, finger and keyboard."""

import sys

from browser import open_browser, open_page, same

path = sys.argv[1]
# How far the tip is above its mark.
APART = """() => {
    const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
    return Math.round(top('.ring') - top('.tip'));
}"""
# Whether the ring is around a mark, and around nothing else.
RINGED = """([mark]) => {
    const [inner, outer] = [mark, document.querySelector('.ring')].map((e) => e.getBoundingClientRect());
    const near = (a, b) => Math.abs(a - b - 4) < 1;
    return near(inner.left, outer.left) && near(outer.right, inner.right)
        && near(inner.top, outer.top) && near(outer.bottom, inner.bottom);
}"""


def middle(page, mark):
    box = mark.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tip(page):
    return page.locator(".tip")


def value(page):
    return float(tip(page).inner_text().split()[-1])


def chart(page):
    found = page.locator("svg.chart >> visible=true").first
    found.scroll_into_view_if_needed()
    return found


def inside(page):
    box, size = tip(page).bounding_box(), page.viewport_size
    assert box["x"] >= 0 and box["y"] >= 0, box
    assert box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"], box


def mouse(browser):
    with open_page(path, browser=browser) as page:
        marks = chart(page).locator(".mark")
        for i in (0, 20, 39):
            x, y = middle(page, marks.nth(i))
            page.mouse.move(x, y)
            same(tip(page).inner_text().split("\n")[0], f"point {i}")
            same(page.evaluate(RINGED, [marks.nth(i).element_handle()]), True)
            inside(page)
        # Close is close enough, far is too far.
        page.mouse.move(x, y + 15)
        same(tip(page).is_visible(), True)
        page.mouse.move(x, y + 100)
        same(tip(page).is_visible(), False)
        same(page.locator(".ring").is_visible(), False)


def scrolling(browser):
    """The tip stays with its mark."""
    with open_page(path, browser=browser) as page:
        chart(page).focus()
        page.keyboard.press("End")
        before = page.evaluate(APART)
        page.evaluate("window.scrollBy({ top: 40, behavior: 'instant' })")
        page.wait_for_timeout(100)
        same(page.evaluate(APART), before)
        # Far away from it there is nothing to point at.
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        page.wait_for_timeout(100)
        same([tip(page).is_visible(), page.locator(".ring").is_visible()], [False, False])


def keyboard(browser):
    with open_page(path, browser=browser) as page:
        chart(page).focus()
        said = []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
            page.keyboard.press(key)
            said.append(tip(page).inner_text().split("\n")[0])
        same(said, [f"point {i}" for i in (0, 1, 0, 39, 39, 0, 0)])
        same(page.locator(".announced").inner_text().split("\n")[0], "point 0")
        inside(page)
        # Up from the lowest point leads to a higher one, and down again to a lower one.
        page.keyboard.press("ArrowUp")
        up = value(page)
        page.keyboard.press("ArrowDown")
        assert value(page) < up
        page.keyboard.press("Escape")
        same(tip(page).is_visible(), False)
        page.keyboard.press("ArrowRight")
        same(tip(page).is_visible(), True)
        page.keyboard.press("Tab")
        same(tip(page).is_visible(), False)


def finger(browser):
    with open_page(path, width=400, touch=True, browser=browser) as page:
        marks = chart(page).locator(".mark")
        x, y = middle(page, marks.nth(7))
        page.touchscreen.tap(x, y)
        same(tip(page).inner_text().split("\n")[0], "point 7")
        inside(page)
        page.touchscreen.tap(5, 5)
        same(tip(page).is_visible(), False)


def hints(browser):
    """Titles of columns have tips too, in several lines."""
    with open_page(path, browser=browser) as page:
        title = page.locator("#trials").get_by_role("button", name="iterations")
        title.hover()
        same(tip(page).inner_text().split("\n"), ["Until the tolerance was reached", "nothing where it was not"])
        page.mouse.move(5, 5)
        same(tip(page).is_visible(), False)


with open_browser() as browser:
    for check in (mouse, scrolling, keyboard, finger, hints):
        check(browser)
