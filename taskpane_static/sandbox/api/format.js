/// <reference path="../types.d.ts" />
// `formatRange`: the formats people ask for, under short names, checked before anything is queued.
"use strict";

(() => {
  const { show } = TieoutSandbox.console;
  const EDGES = {
    top: ["EdgeTop"],
    bottom: ["EdgeBottom"],
    left: ["EdgeLeft"],
    right: ["EdgeRight"],
    insideHorizontal: ["InsideHorizontal"],
    insideVertical: ["InsideVertical"],
    outline: ["EdgeTop", "EdgeBottom", "EdgeLeft", "EdgeRight"],
    inside: ["InsideHorizontal", "InsideVertical"],
    all: ["EdgeTop", "EdgeBottom", "EdgeLeft", "EdgeRight", "InsideHorizontal", "InsideVertical"],
  };
  const WEIGHTS = { hairline: "Hairline", thin: "Thin", medium: "Medium", thick: "Thick" };
  const STYLES = {
    none: "None",
    continuous: "Continuous",
    dash: "Dash",
    dashdot: "DashDot",
    dashdotdot: "DashDotDot",
    dot: "Dot",
    double: "Double",
    slantdashdot: "SlantDashDot",
  };
  const HORIZONTAL = ["General", "Left", "Center", "Right", "Fill", "Justify", "CenterAcrossSelection", "Distributed"];
  const VERTICAL = ["Top", "Center", "Bottom", "Justify", "Distributed"];
  const UNDERLINES = ["None", "Single", "Double", "SingleAccountant", "DoubleAccountant"];

  /**
   * @param {string} where
   * @param {unknown} value
   * @param {readonly string[]} allowed
   * @returns {any}
   */
  function choice(where, value, allowed) {
    const found = allowed.find((name) => name.toLowerCase() === String(value).toLowerCase());
    if (found) return found;
    throw new Error(`${where}: ${show(value)} is none of ${allowed.join(", ")}`);
  }

  /**
   * @param {string} where
   * @param {unknown} value
   * @param {"boolean" | "number" | "string"} type
   * @returns {any}
   */
  function typed(where, value, type) {
    if (typeof value === type && value === value) return value;
    throw new Error(`${where}: ${show(value)} is not a ${type}`);
  }

  /**
   * @param {string} where
   * @param {unknown} spec
   * @returns {{style?: string, weight?: string, color?: string}}
   */
  function line(where, spec) {
    if (spec === false || spec === null) return { style: "None" };
    if (spec === true) return { style: "Continuous", weight: "Thin" };
    if (typeof spec === "string") {
      const word = spec.toLowerCase();
      const weight = WEIGHTS[/** @type {keyof typeof WEIGHTS} */ (word)];
      if (weight) return { style: "Continuous", weight };
      return { style: choice(where, spec, Object.values(STYLES)) };
    }
    const { style, weight, color, ...rest } = /** @type {Record<string, unknown>} */ (spec);
    unknownKeys(where, rest, ["style", "weight", "color"]);
    return {
      style: style === undefined ? "Continuous" : choice(where, style, Object.values(STYLES)),
      ...(weight === undefined ? {} : { weight: choice(where, weight, Object.values(WEIGHTS)) }),
      ...(color === undefined ? {} : { color: typed(where, color, "string") }),
    };
  }

  /**
   * @param {string} where
   * @param {Record<string, unknown>} rest
   * @param {string[]} known
   */
  function unknownKeys(where, rest, known) {
    const [unknown] = Object.keys(rest);
    if (unknown === undefined) return;
    throw new Error(`${where} has no option "${unknown}"; there are ${known.join(", ")}. For others use raw Office.js.`);
  }

  /**
   * @param {string} where
   * @param {unknown} spec
   * @returns {(range: Excel.Range) => void}
   */
  function borders(where, spec) {
    const isEdges =
      typeof spec === "object" && spec !== null && Object.keys(spec).some((key) => key in EDGES);
    const named = isEdges ? /** @type {Record<string, unknown>} */ (spec) : { all: spec };
    unknownKeys(where, Object.fromEntries(Object.entries(named).filter(([key]) => !(key in EDGES))), Object.keys(EDGES));
    const lines = Object.entries(named).flatMap(([key, given]) => {
      const drawn = line(`${where}.${key}`, given);
      return EDGES[/** @type {keyof typeof EDGES} */ (key)].map((edge) => ({ edge, drawn }));
    });
    return (range) => {
      for (const { edge, drawn } of lines) {
        const border = range.format.borders.getItem(/** @type {any} */ (edge));
        border.style = /** @type {any} */ (drawn.style);
        if (drawn.weight) border.weight = /** @type {any} */ (drawn.weight);
        if (drawn.color) border.color = drawn.color;
      }
    };
  }

  /** @type {Record<string, (where: string, value: unknown) => (range: Excel.Range) => void>} */
  const OPTIONS = {
    numberFormat(where, value) {
      const format = Array.isArray(value) ? value : typed(where, value, "string");
      return (range) => void (range.numberFormat = format);
    },
    bold: font("boolean", "bold"),
    italic: font("boolean", "italic"),
    strikethrough: font("boolean", "strikethrough"),
    color: font("string", "color"),
    fontName: font("string", "name"),
    fontSize: font("number", "size"),
    underline(where, value) {
      const word = typeof value === "boolean" ? (value ? "Single" : "None") : choice(where, value, UNDERLINES);
      return (range) => void (range.format.font.underline = word);
    },
    fill(where, value) {
      if (value === null || value === "none") return (range) => range.format.fill.clear();
      const color = typed(where, value, "string");
      return (range) => void (range.format.fill.color = color);
    },
    horizontalAlignment(where, value) {
      const word = choice(where, value, HORIZONTAL);
      return (range) => void (range.format.horizontalAlignment = word);
    },
    verticalAlignment(where, value) {
      const word = choice(where, value, VERTICAL);
      return (range) => void (range.format.verticalAlignment = word);
    },
    wrapText: whole("boolean", "wrapText"),
    indentLevel: whole("number", "indentLevel"),
    columnWidth: whole("number", "columnWidth"),
    rowHeight: whole("number", "rowHeight"),
    borders,
  };

  /**
   * @param {"boolean" | "number" | "string"} type
   * @param {"bold" | "italic" | "strikethrough" | "color" | "name" | "size"} member
   * @returns {(where: string, value: unknown) => (range: Excel.Range) => void}
   */
  function font(type, member) {
    return (where, value) => {
      const checked = typed(where, value, type);
      return (range) => void (/** @type {any} */ (range.format.font)[member] = checked);
    };
  }

  /**
   * @param {"boolean" | "number"} type
   * @param {"wrapText" | "indentLevel" | "columnWidth" | "rowHeight"} member
   * @returns {(where: string, value: unknown) => (range: Excel.Range) => void}
   */
  function whole(type, member) {
    return (where, value) => {
      const checked = typed(where, value, type);
      return (range) => void (/** @type {any} */ (range.format)[member] = checked);
    };
  }

  TieoutSandbox.format = {
    apply(call, options) {
      if (typeof options !== "object" || options === null || Array.isArray(options)) {
        throw new Error(`${call}: the second argument is an object such as { bold: true }`);
      }
      const given = Object.entries(options).filter(([, value]) => value !== undefined);
      unknownKeys(call, Object.fromEntries(given.filter(([key]) => !Object.hasOwn(OPTIONS, key))), Object.keys(OPTIONS));
      if (given.length === 0) throw new Error(`${call}: no format given; there are ${Object.keys(OPTIONS).join(", ")}`);
      const steps = given.map(([key, value]) => OPTIONS[key]?.(`${call}, ${key}`, value));
      return (range) => steps.forEach((step) => step?.(range));
    },
  };
})();
