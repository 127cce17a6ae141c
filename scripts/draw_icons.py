"""Draw the add-in's icons: one mark, at every size Office asks for, for light and dark themes.

The mark is a tick over the double rule that accountants draw under a total that agrees. Run
`python scripts/draw_icons.py` after changing it and commit the PNG files in `addin_manifest/icons/`.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).resolve().parents[1] / "addin_manifest" / "icons"
SIZES = (16, 20, 24, 32, 40, 48, 64, 80, 96)
THEMES = {"light": ("#0b5a43", "#ffffff"), "dark": ("#6fc7a6", "#0c1f18")}


def mark(size: int, tile: str, ink: str) -> str:
    """The mark as SVG. Lines start on whole pixels, so that they stay sharp at 16."""
    unit = size / 16
    rule = max(1, round(unit))
    lower, upper = round(13 * unit), round(13 * unit) - 2 * rule
    left, width = round(3 * unit), size - 2 * round(3 * unit)
    tick = f"M{4 * unit} {5.5 * unit} L{6.75 * unit} {8.25 * unit} L{12 * unit} {3 * unit}"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">
      <rect width="{size}" height="{size}" rx="{2.5 * unit}" fill="{tile}"/>
      <path d="{tick}" fill="none" stroke="{ink}" stroke-width="{1.7 * unit}"/>
      <rect x="{left}" y="{upper}" width="{width}" height="{rule}" fill="{ink}"/>
      <rect x="{left}" y="{lower}" width="{width}" height="{rule}" fill="{ink}"/>
    </svg>"""


def main() -> None:
    """Draw every file anew."""
    drawings = {
        f"{theme}-{size}.png": (size, mark(size, *colours))
        for theme, colours in THEMES.items()
        for size in SIZES
    }
    # The unified manifest's package: a large one, and a white outline on nothing.
    drawings["color-192.png"] = (192, mark(192, *THEMES["light"]))
    drawings["outline-32.png"] = (32, mark(32, "none", "#ffffff"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name, (size, svg) in drawings.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
            page.screenshot(path=ICONS / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
