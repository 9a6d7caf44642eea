"""Names that would like to be markup, scripts or formulas are shown as names."""

import csv
import io
import re
import sys

from browser import download, open_browser, open_page, same

path = sys.argv[1]
EVIL = "</script><img src=x onerror=alert(1)>"


def shown(browser):
    for width in (1400, 400):
        shown_at(browser, width)


def shown_at(browser, width):
    with open_page(path, width=width, browser=browser, drawings=False) as page:
        same(page.locator("img").count(), 0)
        same(page.locator("svg:not(.chart)").count(), 0)
        same(page.get_by_role("heading", level=2, name=EVIL, exact=True).count(), 2)
        # What is behind a line is shown as well.
        page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        same(page.locator(".not-drawn").inner_text(), '<svg onload="alert(1)"><script>alert(2)</script></svg>')
        page.wait_for_timeout(300)


def cells(browser):
    """In tables of the file and in those of the script, as in the text."""
    with open_page(path, browser=browser, drawings=False) as page:
        static = page.locator("#names .table-box").first
        big = page.locator("#names .explorer")
        written = static.locator("td:first-child").all_inner_texts()
        same(written[0], EVIL)
        same(written[8], "right\\u{202e}to left")
        same(written[10], "violin \U0001f3bb")
        assert written[16].endswith("\u2026") and len(written[16]) < 200, written[16]
        same(len(static.locator("td").nth(32).get_attribute("title")), 10000)
        before = big.locator("tbody").inner_html()
        big.locator("input").fill("a")
        big.locator("input").fill("")
        same(big.locator("tbody").inner_html(), before)
        same(big.locator("td:first-child").all_inner_texts(), written)
        big.locator("input").fill("</SCRIPT>")
        same(big.locator("tbody tr").count(), 2)
        same(page.locator("#names bdi").first.inner_text(), EVIL)


def options(browser):
    """Names as options of a choice."""
    with open_page(path, browser=browser, drawings=False) as page:
        slider = page.locator("#names input[type=range]")
        slider.focus()
        same(page.locator("#names output").inner_text(), EVIL)
        page.keyboard.press("ArrowRight")
        same(slider.get_attribute("aria-valuetext"), EVIL.upper().replace("ALERT(1)", "alert(1)").replace("=X", "=x"))


def files(browser):
    """A CSV file reads back the same, but for names that a spreadsheet would compute."""
    with open_page(path, browser=browser, drawings=False) as page:
        text, _ = download(page, page.locator("#names .explorer").get_by_role("button", name="Download CSV"))
        names = [row[0] for row in csv.reader(io.StringIO(text, newline=""))][1:]
        same(names[0], EVIL)
        same(names[8], "right\u202eto left")
        same(names[11:15], ["'=1+1", "-2.5", "'+cmd|' /C calc'!A0", 'comma, "quote"'])
        same(len(names[16]), 10000)


def source(browser):
    """Nothing in the file itself could end the element that it is in."""
    text = open(path, encoding="utf-8", newline="").read()
    same(text.lower().count("<img"), 0)
    same(text.lower().count("<script"), text.count("</script>"))
    for data in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL):
        assert not set(data) & set("<>&\u2028\u2029"), data


def direction(browser):
    """No name turns the text around it, nor what is read aloud or shown beside it."""
    with open_page(path, browser=browser, drawings=False) as page:
        page.locator("#names input[type=range]").fill("8")
        said = page.evaluate(
            """() => [document.title, document.body.innerText].concat(
                ['title', 'aria-label', 'aria-valuetext', 'data-tip', 'placeholder'].flatMap((name) =>
                    [...document.querySelectorAll(`[${name}]`)].map((e) => e.getAttribute(name)))).join('')"""
        )
        assert "right\\u{202e}to left" in said
        assert not set(said) & set("\u202e\u2028\u2066"), said


def policy(browser):
    """Even markup that got into the page could do nothing."""
    # The browser asks for the picture, so to say, before it sees that it must not.
    forgiven = ("Content Security Policy", "asked for https://example.org/")
    with open_page(path, browser=browser, drawings=False, forgiven=forgiven) as page:
        blocked = page.evaluate(
            """() => new Promise((resolve) => {
                const seen = new Set();
                document.addEventListener('securitypolicyviolation', (event) => seen.add(event.effectiveDirective));
                const box = document.createElement('div');
                box.innerHTML = '<p style="color: red">a</p><img src="https://example.org/a.png">';
                const script = document.createElement('script');
                script.textContent = 'window.intruder = true';
                document.body.append(box, script);
                setTimeout(() => resolve([...seen].sort()), 500);
            })"""
        )
        same(blocked, ["img-src", "script-src-elem", "style-src-attr"])
        same(page.evaluate("window.intruder"), None)


with open_browser() as browser:
    for check in (shown, cells, options, files, source, direction, policy):
        check(browser)
