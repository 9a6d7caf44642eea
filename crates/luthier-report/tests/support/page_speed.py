"""A table of 50,000 rows: nothing that one does takes long."""

import sys

from browser import open_page

path = sys.argv[1]
# Milliseconds. Far above what it takes on a slow machine at rest, far below what a naive way takes.
LONGEST = 300
TIMED = """element => { const start = performance.now(); element.click(); return performance.now() - start; }"""
TYPED = """([element, words]) => {
    const start = performance.now();
    element.value = words;
    element.dispatchEvent(new Event('input', { bubbles: true }));
    return performance.now() - start;
}"""

with open_page(path) as page:
    trials = page.locator("#trials")
    # The data are read once, at the first click.
    first = trials.locator(".next").evaluate(TIMED)
    trials.locator(".previous").evaluate(TIMED)
    took = {"the first page": first}
    for name in ("iterations", "instance"):
        button = trials.get_by_role("button", name=name)
        for order in ("up", "down"):
            took[f"{name} {order}"] = button.evaluate(TIMED)
        button.click()
    field = page.get_by_label("Filter").locator("visible=true").element_handle()
    took["words"] = page.evaluate(TYPED, [field, "transport-12"])
    took["words again"] = page.evaluate(TYPED, [field, "transport-123"])
    took["numbers"] = page.evaluate(TYPED, [field, "iterations > 49000"])
    print(took)
    slow = {what: time for what, time in took.items() if time > LONGEST}
    assert not slow, slow
