"""Controls: choices, files, copying, details."""

import sys

from browser import download, open_browser, open_page, same

path = sys.argv[1]


def shown(page):
    """Titles of the figures in sight."""
    return page.locator("figure.single > figcaption > strong >> visible=true").all_inner_texts()[:2]


def titles(exponent):
    return [f"Iterations until 1e-{exponent}.", f"Six groups of problems at 1e-{exponent}."]


def choices(browser):
    """Controls of a group and all its variants go together, by mouse and by keyboard."""
    with open_page(path, browser=browser) as page:
        slider = page.get_by_role("slider")
        same(shown(page), titles(6))
        page.get_by_role("radio", name="1e-2").check()
        same(shown(page), titles(2))
        same(slider.input_value(), "0")
        page.keyboard.press("ArrowRight")
        same(shown(page), titles(3))
        slider.focus()
        page.keyboard.press("End")
        same(shown(page), titles(8))
        same(slider.get_attribute("aria-valuetext"), "1e-8")
        same(page.locator("output").inner_text(), "1e-8")
        same(page.get_by_role("radio", name="1e-8").is_checked(), True)


def lists(browser):
    with open_page(path, browser=browser) as page:
        same(page.get_by_text("Pair number").locator("visible=true").all_inner_texts(), ["Pair number 1."])
        page.get_by_label("Parameters").select_option(index=2)
        same(page.get_by_text("Pair number").locator("visible=true").all_inner_texts(), ["Pair number 3."])
        # Other groups stay as they are.
        same(shown(page), titles(6))


def files(browser):
    """Files hold all digits, whatever the table shows."""
    with open_page(path, browser=browser) as page:
        text, name = download(page, page.get_by_role("button", name="All trials (CSV)"))
        same(name, "all-trials.csv")
        lines = text.split("\r\n")
        same(lines[:3], ["point,value", "0,0", "1,0.14237172979226365"])
        same(len(lines), 7)
        page.locator("summary >> visible=true").first.click()
        button = page.locator("details[open]").get_by_role("button", name="Download CSV")
        text, name = download(page, button)
        same(name, "cost-1e-6.csv")
        same(len(text.split("\r\n")), 42)


def copying(browser):
    with open_page(path, browser=browser) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        for block, expected in [
            ("tuned.toml", "# 1.45 times faster on 120 sealed problems\ntheta = 0.9\nruiz = 4\n\n[restart]\n\tartificial = 0.3\n"),
            ("In a terminal", "luthier solve tonight.mps --params tuned.toml\nluthier verify study\n"),
        ]:
            button = page.locator(".code-title", has_text=block).get_by_role("button")
            button.click()
            page.wait_for_function("button => button.textContent === 'Copied'", arg=button.element_handle())
            same(page.evaluate("navigator.clipboard.readText()"), expected)


def copying_without_permission(browser):
    """Where the page may not write to the clipboard, the browser copies a selection."""
    with open_page(path, browser=browser) as page:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
        button = page.locator(".code-title", has_text="tuned.toml").get_by_role("button")
        button.click()
        page.wait_for_function("button => button.textContent !== 'Copy'", arg=button.element_handle())
        same(button.inner_text(), "Copied")


def contents(browser):
    """The table of contents stays in sight and tells where one is."""
    with open_page(path, browser=browser) as page:
        page.get_by_role("navigation").get_by_role("link", name="All trials").click()
        page.wait_for_function("() => document.querySelector('.contents [aria-current]')?.textContent === 'All trials'")
        assert page.get_by_role("navigation").bounding_box()["y"] >= 0


with open_browser() as browser:
    for check in (choices, lists, files, copying, copying_without_permission, contents):
        check(browser)
