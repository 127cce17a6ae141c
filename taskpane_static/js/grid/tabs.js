import { h, safeText } from "../ui/elements.js";

/**
 * Sheet tabs: visible sheets in order, their colour as a line below the name. Arrow keys move between
 * them, as in any tab list.
 *
 * @param {HTMLElement} bar
 * @param {(name: string) => void} open
 */
export function createTabs(bar, open) {
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Sheets" });
  bar.prepend(list);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...list.querySelectorAll("button")];
    const next = tabs[tabs.findIndex((tab) => tab === document.activeElement) + step];
    next?.focus();
    next?.click();
    event.preventDefault();
  });

  return {
    /**
     * @param {readonly import("./workbook_source.js").SheetFacts[]} sheets
     * @param {string} active
     * @param {ReadonlySet<string>} changed sheets with marked cells
     */
    show(sheets, active, changed) {
      const hadFocus = list.contains(document.activeElement);
      list.replaceChildren(
        ...sheets.map((sheet) => {
          const selected = sheet.name === active;
          const tab = h(
            "button",
            {
              type: "button",
              role: "tab",
              class: "tab",
              "aria-selected": String(selected),
              tabindex: selected ? 0 : -1,
              "data-sheet": sheet.name,
              onclick: () => open(sheet.name),
            },
            safeText(sheet.name),
            changed.has(sheet.name) ? h("span", { class: "tab-mark", title: "Has changed cells" }) : null,
          );
          if (sheet.tabColor) tab.style.setProperty("--tab", sheet.tabColor);
          return tab;
        }),
      );
      const current = list.querySelector('[aria-selected="true"]');
      current?.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (hadFocus && current instanceof HTMLElement) current.focus();
    },
  };
}
