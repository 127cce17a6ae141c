import { h } from "../ui/elements.js";

/**
 * The line above the sheet: where the selection is (type an address to go there) and what stands in
 * its first cell.
 *
 * @param {HTMLElement} bar
 * @param {(address: string) => boolean} go returns whether the address exists
 */
export function createFormulaBar(bar, go) {
  const box = h("input", { class: "address-box", "aria-label": "Address", spellcheck: "false", autocomplete: "off" });
  const content = h("output", { class: "formula-text", "aria-label": "Content of the cell", tabindex: 0 });
  bar.append(box, h("span", { class: "formula-sign", "aria-hidden": "true" }, "fx"), content);
  let shown = "";

  function restore() {
    box.value = shown;
    box.removeAttribute("aria-invalid");
  }

  box.addEventListener("focus", () => box.select());
  box.addEventListener("blur", restore);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") restore();
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!go(box.value.trim())) box.setAttribute("aria-invalid", "true");
  });

  return {
    /** @param {string} address @param {string} text */
    show(address, text) {
      shown = address;
      if (document.activeElement !== box || box.value !== address) restore();
      content.textContent = text;
      content.title = text;
    },
  };
}
