"""Opens a page from its file in Chromium, and sees to it that nothing goes wrong meanwhile.

    with open_page(path, width=400, dark=True) as page:
        page.click("...")

fails at the end of the block if the page asked the network for anything, printed to the console, raised an error, opened a
dialog, broke its policy, has a drawing that was not taken for one, or is wider than the window.
"""

import contextlib
import os
import pathlib

from playwright.sync_api import sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextlib.contextmanager
def open_browser():
    """A browser for several pages."""
    with sync_playwright() as playwright:
        path = os.environ["LUTHIER_TEST_BROWSER"]
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@contextlib.contextmanager
def open_page(path, browser=None, **options):
    """The page of a file; `options` are those of `opened`. Without a browser it gets one of its own."""
    with contextlib.ExitStack() as stack:
        browser = browser or stack.enter_context(open_browser())
        yield stack.enter_context(opened(browser, pathlib.Path(path).resolve().as_uri(), **options))


@contextlib.contextmanager
def opened(browser, address, width=1400, height=900, dark=False, touch=False, scripts=True, drawings=True, forgiven=()):
    """The page of an address, at the size of a window. `drawings`: whether all its drawings are expected to be shown;
    `forgiven`: faults that say one of these are expected."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        java_script_enabled=scripts,
        offline=True,
    )
    # Nothing on a page takes long; what does not happen soon does not happen.
    context.set_default_timeout(10_000)
    page = context.new_page()
    faults = watch(page, address)
    page.goto(address)
    yield page
    faults += looks(page, drawings)
    context.close()
    faults = [fault for fault in faults if not any(words in fault for words in forgiven)]
    assert not faults, "\n".join(faults)


def watch(page, address):
    """The list of faults, which grows while the page is open."""
    faults = []

    def request(asked):
        own = asked.url.split("#")[0] == address or asked.url.startswith(("data:", "blob:"))
        if not own:
            faults.append(f"the page asked for {asked.url}")

    def dialog(opened):
        faults.append(f"the page opened a dialog: {opened.message}")
        opened.dismiss()

    page.on("request", request)
    page.on("dialog", dialog)
    page.on("console", lambda message: faults.append(f"the console says: {message.text}"))
    page.on("pageerror", lambda error: faults.append(f"an error: {error}"))
    return faults


def looks(page, drawings):
    """Faults of the page as it is now. What is evaluated here runs even if scripts of the page are off."""
    faults = []
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if overflow > 0:
        faults.append(f"the page is {overflow} pixels wider than the window: {widest(page)}")
    refused = page.locator(".not-drawn").count()
    if drawings and refused:
        faults.append(f"{refused} drawings are not drawn")
    return faults


def widest(page):
    """Elements that reach beyond the window."""
    return page.evaluate(
        """() => [...document.body.querySelectorAll('*')]
            .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
            .filter((e) => !e.closest('.table-box, .drawing, pre'))
            .slice(0, 5).map((e) => `${e.tagName}.${e.getAttribute('class')}`).join(' ')"""
    )


def screenshot(page, name, whole=True):
    """A picture of the page for people to look at."""
    folder = pathlib.Path(os.environ.get("LUTHIER_TEST_SCREENSHOTS", "target/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", full_page=whole)


def download(page, button):
    """The text of the file that a click on a button makes, and its name."""
    with page.expect_download() as waiting:
        button.click()
    file = waiting.value
    return pathlib.Path(file.path()).read_bytes().decode(), file.suggested_filename


def same(actual, expected):
    """Fails, telling both, if they differ."""
    assert actual == expected, f"{actual!r} instead of {expected!r}"
