"""How a page looks: on wide and narrow screens, light, dark, on paper, without scripts."""

import sys

from browser import open_browser, open_page, same, screenshot

path = sys.argv[1]
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(21, 24, 28)"


def background(page):
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def sizes(browser):
    for width in (1400, 400):
        for dark in (False, True):
            with open_page(path, width=width, dark=dark, browser=browser) as page:
                same(background(page), DARK if dark else LIGHT)
                screenshot(page, f"demo-{width}-{'dark' if dark else 'light'}")


def theme(browser):
    """The button goes through auto, light and dark; auto follows the system."""
    with open_page(path, browser=browser) as page:
        button = page.get_by_role("button", name="Theme")
        seen = []
        for _ in range(4):
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                seen.append(background(page))
            button.click()
        same(seen, [LIGHT, DARK, LIGHT, LIGHT, DARK, DARK, LIGHT, DARK])


def paper(browser):
    """Paper is light, has no controls, and shows what was chosen."""
    with open_page(path, dark=True, browser=browser) as page:
        page.get_by_role("radio", name="1e-3").check()
        page.emulate_media(media="print", color_scheme="dark")
        same(background(page), LIGHT)
        for selector in ("button:not(.sort)", "input", "select", "nav", "details.numbers", ".tip"):
            same(page.locator(selector).locator("visible=true").count(), 0)
        same(page.locator(".chosen").first.inner_text(), "Tolerance: 1e-3")
        assert "1e-3" in page.locator("figure.single >> visible=true").first.inner_text()
        same(page.locator("figure.single").first.evaluate("e => getComputedStyle(e).breakInside"), "avoid")
        assert page.pdf(format="A4").startswith(b"%PDF")
        page.emulate_media(media="screen")


def no_scripts(browser):
    """Everything but the controls is there without scripts."""
    with open_page(path, width=800, scripts=False, browser=browser) as page:
        same(page.locator("button:not(.sort)").locator("visible=true").count(), 0)
        same(page.locator("#trials tbody tr").first.is_visible(), True)
        same(page.locator("section#trials tbody tr").count(), 100)
        same(page.locator(".chosen").first.is_visible(), True)


def keyboard(browser):
    """The first stop leads to the content, and every stop can be seen."""
    with open_page(path, browser=browser) as page:
        page.keyboard.press("Tab")
        same(page.evaluate("document.activeElement.textContent"), "Skip to the content")
        page.keyboard.press("Enter")
        same(page.evaluate("document.activeElement.id"), "_main")
        for _ in range(12):
            page.keyboard.press("Tab")
            ring = page.evaluate(
                """() => { const e = document.activeElement; const shown = e.type === 'radio' ? e.nextElementSibling : e;
                    return getComputedStyle(shown).outlineStyle; }"""
            )
            same(ring, "solid")


def markup(browser):
    """No handlers, no styles in attributes, a caption for every figure, a name for every control."""
    with open_page(path, browser=browser) as page:
        source = open(path, encoding="utf-8").read()
        assert " style=" not in source and "<link rel=\"stylesheet" not in source
        same(
            page.evaluate(
                """() => [...document.querySelectorAll('*')]
                    .filter((e) => [...e.attributes].some((a) => a.name.startsWith('on'))).length"""
            ),
            0,
        )
        same(page.locator("figure:not(:has(> figcaption))").count(), 0)
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('input, select')].filter((e) => e.labels.length === 0).length"""
        )
        same(unnamed, 0)
        different = page.evaluate("new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size")
        same(page.locator("[id]").count(), different)
        broken = page.evaluate(
            """() => [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))
                .filter((h) => !document.getElementById(h.slice(1)))"""
        )
        same(broken, [])


with open_browser() as browser:
    for check in (sizes, theme, paper, no_scripts, keyboard, markup):
        check(browser)
