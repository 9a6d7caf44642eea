"""The report of a study: what it shows, and what can be done with it."""

import csv
import io
import json
import sys

from browser import download, open_browser, open_page, same, screenshot

path, standings = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8"))["standings"]
costs = sorted(setting["train"]["cost"] for setting in standings)


def values(page, chart, attribute):
    """The exact numbers of the marks of a chart."""
    marks = page.locator(f"svg[id^='{chart}'] >> visible=true").first.locator(".mark")
    return marks.evaluate_all(f"marks => marks.map(mark => mark.getAttribute('{attribute}'))")


def numbers(browser):
    """The heat map and the table have the costs that the study has."""
    with open_page(path, browser=browser) as page:
        same(sorted(float(v) for v in values(page, "map-", "data-v")), costs)
        text, name = download(page, page.locator("#settings").get_by_role("button", name="Download CSV"))
        same(name, "settings.csv")
        rows = csv.DictReader(io.StringIO(text))
        same(sorted(float(row["iterations"]) for row in rows), costs)


def hover(browser):
    with open_page(path, browser=browser) as page:
        mark = page.locator("svg[id^='map-'] >> visible=true").first.locator(".mark").first
        mark.scroll_into_view_if_needed()
        mark.hover()
        tip = page.locator(".tip").inner_text()
        assert "iterations" in tip and "problems" in tip, tip


def tolerances(browser):
    """One control switches the figures of both sections, and what they show differs."""
    with open_page(path, browser=browser) as page:
        before = values(page, "duel", "data-x")
        page.locator("#duel").get_by_role("radio", name="1e-2").check()
        after = values(page, "duel", "data-x")
        assert before != after and len(before) == len(after), (before, after)
        assert all(float(a) <= float(b) for a, b in zip(after, before)), (before, after)
        same(page.locator("svg[id^='ecdf'] >> visible=true").get_attribute("id"), "ecdf-1e-2")


def table(browser):
    with open_page(path, browser=browser) as page:
        section = page.locator("#settings")
        cells = lambda: [float(t.replace(",", "")) for t in section.locator("tbody td:nth-child(2)").all_inner_texts()]
        title = section.get_by_role("button", name="iterations")
        title.click()
        assert cells() == sorted(cells()), cells()
        title.click()
        assert cells() == sorted(cells(), reverse=True), cells()
        limit = costs[len(costs) // 2]
        section.locator("input").first.fill(f"iterations > {limit}")
        page.wait_for_timeout(300)
        same(len(cells()), sum(cost > limit for cost in costs))
        assert all(cell >= limit for cell in cells()), cells()


def dark(browser):
    background = "getComputedStyle(document.documentElement).backgroundColor"
    with open_page(path, browser=browser) as page:
        light = page.evaluate(background)
    with open_page(path, browser=browser, dark=True) as page:
        night = page.evaluate(background)
        assert light != night, (light, night)
        screenshot(page, "report-1400-dark")


def certificate(browser):
    with open_page(path, browser=browser) as page:
        card = page.locator("#certificate").inner_text()
        assert "was recomputed from the trials of the study" in card, card


def pictures(browser):
    for width in (1400, 400):
        with open_page(path, browser=browser, width=width) as page:
            screenshot(page, f"report-{width}")
    with open_page(path, browser=browser, scripts=False) as page:
        same(page.locator("svg.chart >> visible=true").count() > 5, True)


with open_browser() as browser:
    for check in (numbers, hover, tolerances, table, dark, certificate, pictures):
        check(browser)
