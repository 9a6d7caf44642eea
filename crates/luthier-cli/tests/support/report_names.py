"""A report about files with names that look like markup: they are text, and nothing else."""

import sys

from browser import open_page, screenshot

with open_page(sys.argv[1]) as page:
    assert page.locator("img, iframe, object").count() == 0
    assert page.evaluate("document.querySelectorAll('script:not([type])').length") == 1
    for details in page.locator("details").all():
        details.evaluate("d => { d.open = true; }")
    text = page.evaluate("document.body.innerText")
    assert "<IMG SRC=x oNeRrOr=alert(1)>" in text, "the names are not there"
    assert "<script>alert(1)<" in text, "the folder is not there"
    assert "\u202e" not in text, "the direction of the text is turned"
    screenshot(page, "report-names")
