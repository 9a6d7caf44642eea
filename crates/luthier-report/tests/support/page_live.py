"""A page that is written again: it reads itself again, at the same place, with the same choices."""

import pathlib
import sys

from browser import open_page, same

path = pathlib.Path(sys.argv[1])


def rewrite(time):
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("2026-01-01 12:00 UTC", time), encoding="utf-8")


with open_page(path) as page:
    live = page.locator(".live")
    same(live.locator(".written").inner_text(), "2026-01-01 12:00 UTC")
    same(live.locator(".state").inner_text(), "Live")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("radio", name="1e-3").check()
    page.locator("#trials").get_by_role("button", name="iterations").click()
    # While a field has the focus nothing is read again.
    page.evaluate("document.activeElement.blur()")
    page.evaluate("window.scrollTo({ top: 1500, behavior: 'instant' })")
    rewrite("2026-01-01 12:01 UTC")
    page.wait_for_function("() => document.querySelector('.written').textContent.includes('12:01')")
    page.wait_for_timeout(100)
    same(page.evaluate("Math.round(window.scrollY)"), 1500)
    same(page.get_by_role("button", name="Theme").inner_text(), "Theme: light")
    same(page.get_by_role("radio", name="1e-3").is_checked(), True)
    same(page.locator("#trials tbody td:nth-child(3)").first.inner_text(), "0")
    live.get_by_role("button", name="Pause").click()
    page.evaluate("window.sameDocument = true")
    page.wait_for_timeout(2500)
    same(page.evaluate("window.sameDocument"), True)
    same(live.locator(".state").inner_text(), "Paused")
    live.get_by_role("button", name="Go on").click()
    page.wait_for_function("() => window.sameDocument === undefined")
