"""A table of 50,000 rows: nothing that one does takes long."""

import sys

from browser import open_browser, open_page

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



def measure(browser):
    """How long everything takes on a page that was just opened."""
    with open_page(path, browser=browser) as page:
        trials = page.locator("#trials")
        # The data are read once, at the first click.
        took = {"the next page": trials.locator(".next").evaluate(TIMED)}
        for name in ("iterations", "instance"):
            button = trials.get_by_role("button", name=name)
            for order in ("up", "down"):
                took[f"{name} {order}"] = button.evaluate(TIMED)
            button.click()
        field = page.get_by_label("Filter").locator("visible=true").element_handle()
        for words in ("transport-12", "49", "iterations > 49000"):
            took[words] = page.evaluate(TYPED, [field, words])
        return took


with open_browser() as browser:
    # Other programs may take the time of one; hardly of all.
    rounds = [measure(browser) for _ in range(3)]
best = {what: min(took[what] for took in rounds) for what in rounds[0]}
print(best)
slow = {what: time for what, time in best.items() if time > LONGEST}
assert not slow, slow
