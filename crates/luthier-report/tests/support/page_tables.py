"""Big tables: order, filters, pages, files."""

import sys

from browser import download, open_browser, open_page, same

path = sys.argv[1]


def column(page, number):
    return page.locator(f"#trials tbody td:nth-child({number})").all_inner_texts()


def title(page, name):
    return page.locator("#trials").get_by_role("button", name=name)


def position(page):
    return page.locator("#trials .position").inner_text()


def order_of(page, name):
    return page.locator("#trials th", has_text=name).get_attribute("aria-sort")


def numbers(browser):
    """Up, down, as it was; what is missing comes last both ways."""
    with open_page(path, browser=browser) as page:
        first = column(page, 3)
        for expected, order in [(["0", "1", "2"], "ascending"), (["999", "998", "997"], "descending")]:
            title(page, "iterations").click()
            same(column(page, 3)[:3], expected)
            same(order_of(page, "iterations"), order)
            last_page(page)
            same(column(page, 3)[-1], "\u2013")
        title(page, "iterations").click()
        same(order_of(page, "iterations"), "none")
        same(column(page, 3), first)


def last_page(page):
    for _ in range(9):
        page.locator("#trials .next").click()
    same(page.locator("#trials .next").is_disabled(), True)


def words(browser):
    """Numbers inside of words count as numbers; the keyboard does what the mouse does."""
    with open_page(path, browser=browser) as page:
        title(page, "instance").focus()
        page.keyboard.press("Enter")
        same(column(page, 1)[:4], [f"transport-{i}" for i in range(4)])
        page.keyboard.press("Space")
        same(column(page, 1)[:2], ["transport-999", "transport-998"])
        title(page, "status").click()
        same(order_of(page, "instance"), "none")
        same(column(page, 2)[0], "limit")


def same_rows(browser):
    """The script writes the rows that are in the file."""
    with open_page(path, browser=browser) as page:
        rows = page.locator("#trials tbody")
        written = rows.inner_html()
        page.locator("#trials .next").click()
        assert rows.inner_html() != written
        page.locator("#trials .previous").click()
        same(rows.inner_html(), written)
        same(page.locator("#trials tr.marked").count(), 1)


def pages(browser):
    with open_page(path, browser=browser) as page:
        same(position(page), "Rows 1\u2013100 of 1000")
        same(page.locator("#trials .previous").is_disabled(), True)
        page.locator("#trials .next").click()
        same(position(page), "Rows 101\u2013200 of 1000")
        last = page.locator("#trials .next")
        while last.is_enabled():
            last.click()
        same(position(page), "Rows 901\u20131000 of 1000")


def filters(browser):
    with open_page(path, browser=browser) as page:
        field = page.get_by_label("Filter").locator("visible=true")
        for typed, expected in [
            ("transport-99", "Rows 1\u201311 of 11 (of 1000 in all)"),
            ("LIMIT", "Rows 1\u201311 of 11 (of 1000 in all)"),
            ("limit optimal", "No rows (of 1000 in all)"),
            ("iterations > 989", "Rows 1\u201310 of 10 (of 1000 in all)"),
            ("iterations<=4 optimal", "Rows 1\u20135 of 5 (of 1000 in all)"),
            ("iter=7", "Rows 1\u20131 of 1 (of 1000 in all)"),
            ("1.25e-5", "Rows 1\u20131 of 1 (of 1000 in all)"),
            ("0.00500", "Rows 1\u20131 of 1 (of 1000 in all)"),
            ("(", "No rows (of 1000 in all)"),
            ("nothing=7", "No rows (of 1000 in all)"),
            ("", "Rows 1\u2013100 of 1000"),
        ]:
            field.fill(typed)
            same(position(page), expected)
        # What is filtered stays in order.
        title(page, "iterations").click()
        field.fill("iterations >= 500")
        same(column(page, 3)[0], "500")


def files(browser):
    """The file has all rows, in the order of the data, whatever is shown."""
    with open_page(path, browser=browser) as page:
        title(page, "iterations").click()
        text, name = download(page, page.locator("#trials").get_by_role("button", name="Download CSV"))
        lines = text.split("\r\n")
        same(name, "trials.csv")
        same(lines[:2], ["instance,status,iterations,seconds", "transport-13,optimal,13,0.00016250000000000002"])
        same(lines[6].split(",")[1:3], ["limit", ""])
        same(len(lines), 1002)


def long_numbers(browser):
    """Numbers behind a figure have pages if they are many."""
    with open_page(path, browser=browser) as page:
        details = page.locator("details", has_text="Show the numbers").locator("visible=true").last
        details.locator("summary").click()
        same(details.locator(".position").inner_text(), "Rows 1\u2013100 of 300")


with open_browser() as browser:
    for check in (numbers, words, same_rows, pages, filters, files, long_numbers):
        check(browser)
