"""A page that is written again: it reads itself again, at the same place, with the same choices."""

import pathlib
import sys

from browser import open_page, same

path = pathlib.Path(sys.argv[1])


def rewrite():
    """Another page at the same place, which then stays as it is."""
    text = path.read_text(encoding="utf-8")
    text = text.replace("2026-01-01 12:00 UTC", "2026-01-01 12:01 UTC")
    path.write_text(text.replace('data-refresh="1"', 'data-refresh="1000"'), encoding="utf-8")


with open_page(path) as page:
    live = page.locator(".live")
    same(live.locator(".written").inner_text(), "2026-01-01 12:00 UTC")
    live.get_by_role("button", name="Pause").click()
    same(live.locator(".state").inner_text(), "Paused")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("radio", name="1e-3").check()
    page.locator("#trials").get_by_role("button", name="iterations").click()
    page.wait_for_timeout(2000)
    same(page.evaluate("window.sameDocument"), True)

    rewrite()
    page.evaluate("window.scrollTo({ top: 1500, behavior: 'instant' })")
    page.evaluate("document.querySelector('.pause').click()")
    page.wait_for_function("() => document.querySelector('.written').textContent.includes('12:01')")
    page.wait_for_function("() => Math.round(window.scrollY) === 1500")
    same(live.locator(".state").inner_text(), "Live")
    same(page.get_by_role("button", name="Theme").inner_text(), "Theme: light")
    same(page.get_by_role("radio", name="1e-3").is_checked(), True)
    same(page.locator("#trials tbody td:nth-child(3)").first.inner_text(), "0")
