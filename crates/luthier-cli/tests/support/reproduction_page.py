"""The page about the paper's experiments."""

import sys

from browser import open_browser, open_page, same, screenshot

path = sys.argv[1]

with open_browser() as browser:
    with open_page(path, browser=browser) as page:
        same(page.locator("#claims table tbody tr").count(), 14)
        same(page.locator("#decay-decay-100 svg.chart").count(), 8)
        claim = page.locator("#claims details").first
        claim.locator("summary").click()
        assert "Criterion" in claim.inner_text(), claim.inner_text()
        mark = page.locator("#decay-decay-100 svg.chart .mark").first
        mark.scroll_into_view_if_needed()
        mark.hover()
        assert "theta 0.02, alpha 1" in page.locator(".tip").inner_text(), page.locator(".tip").inner_text()
        screenshot(page, "reproduction-1400")
    with open_page(path, browser=browser, width=400, dark=True) as page:
        screenshot(page, "reproduction-400-dark")
