"""Take the README's picture: the product itself, after a recorded demonstration has run.

Run `python scripts/screenshot.py`; it starts `tieout serve` and needs Chromium.
"""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "tieout.png"


def take(url: str) -> None:
    """Run the demonstration of the broken check and picture its repair."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1360, "height": 820}, color_scheme="light")
        page.goto(url)
        page.get_by_text("Find and fix a broken formula").click()
        expect(page.locator(".answer").last).to_contain_text("zero in every year", timeout=60_000)
        page.locator(".change[data-address='Model!E30']").first.click()
        page.locator(".execution", has_text="1 cell written").scroll_into_view_if_needed()
        page.wait_for_timeout(800)
        page.screenshot(path=PICTURE)
        browser.close()


def main() -> None:
    """Serve, picture, stop."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "tieout", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if found := re.search(r"http://\S+", line):
                    take(found[0])
                    break
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
