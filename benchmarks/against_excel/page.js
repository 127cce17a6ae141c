// A page just big enough for a sample: elements by id, a console, timers that run when asked.
var page = null;
function element(id, known) {
  const listeners = {};
  const own = new Set(Object.keys(known ?? {}));
  return {
    id, value: known && known.type === 'number' ? '1' : 'Sample', checked: false, innerText: '', innerHTML: '', textContent: '', style: {},
    files: known && known.type === 'file' ? [{name: 'Chosen.xlsx'}] : [],
    options: [], selectedIndex: 0, disabled: false, children: [], dataset: {}, ...known,
    classList: {add() {}, remove() {}, toggle() {}, contains: () => false},
    addEventListener(kind, listener) { (listeners[kind] ??= []).push(listener); },
    removeEventListener() {}, setAttribute(name, value) { this[name] = value; own.add(name); },
    getAttribute(name) { return this[name] ?? null; }, hasAttribute: name => own.has(name), focus() {}, remove() {},
    appendChild(child) { this.children.push(child); return child; }, append() {},
    add(option) { this.options.push(option); }, insertAdjacentHTML() {},
    getContext() { return null; }, click() { press(id); },
    listenersOf(kind) {
      const own = this['on' + kind];
      return [...(listeners[kind] ?? []), ...(own ? [own] : [])];
    },
  };
}
function open(code, known, file) {
  const elements = new Map();
  const timers = [];
  page = {elements, timers, lines: [], errors: [], outcome: 'idle', opened: null, code};
  const find = id => {
    if (!elements.has(id)) elements.set(id, element(id, known[id]));
    return elements.get(id);
  };
  const say = kind => (...all) => {
    page.lines.push(all.map(String).join(' '));
    if (kind === 'error') page.errors.push(described(all.find(one => one instanceof Error) ?? all[0]));
  };
  const document = {
    getElementById: find, createElement: kind => element('', {tagName: kind}),
    querySelectorAll: () => [], querySelector: what => find(what.replace(/^#/, '')),
    body: element('body'), addEventListener() {},
  };
  const console = {log: say('log'), info: say('log'), warn: say('log'), debug: say('log'),
                   error: say('error'), dir: say('log'), table: say('log'), time() {}, timeEnd() {}};
  const later = (work, _wait, ...rest) => timers.push({work: () => work(...rest)});
  class FileReader {
    readAsDataURL() { later(() => this.finish('data:application/zip;base64,' + file)); }
    finish(result) {
      this.result = result;
      const event = {target: this};
      this.onload?.(event); this.onloadend?.(event);
    }
  }
  const stands = {document, console, FileReader, setTimeout: later, clearTimeout() {},
                  setInterval: later, clearInterval() {}, alert() {}, open() {}};
  const names = Object.keys(stands);
  try {
    new Function(...names, code)(...names.map(name => stands[name]));
  } catch (error) {
    page.opened = described(error);
  }
    page.order = Object.keys(known);
  return page.opened;
}
uncaught = error => page.errors.push(described(error));
function described(error) {
  if (error === null || typeof error !== 'object') return {name: 'Thrown', message: String(error)};
  return {name: String(error.name ?? ''), code: error.code ?? '', message: String(error.message ?? error),
          location: error.debugInfo?.errorLocation ?? '', missing: missing(error),
          stack: String(error.stack ?? '').split('\n')[1] ?? ''};
}
/** What code fell over that the library doesn't have, such as `Excel.CellValueType`; else ''. */
function missing(error) {
  if (error instanceof ReferenceError && page.opened?.missing) return page.opened.missing;
  const place = /at open .*<anonymous>:(\d+):(\d+)\)/.exec(error.stack ?? '');
  if (!(error instanceof TypeError) || !place) return '';
  const line = page.code.split('\n')[place[1] - 3] ?? '';
  const before = /[\w$.]*$/.exec(line.slice(0, place[2] - 1))[0];
  const after = /^[\w$]*(?:\([\w$.]*)?/.exec(line.slice(place[2] - 1))[0];
  const found = /not a function/.test(error.message) ? before + /^[\w$]*/.exec(after)[0]
    : /^keys\(/.test(after) ? after.slice(5) : before.replace(/[.[]$/, '');
  const origin = new RegExp(`(?:const|let|var) ${found.replaceAll(/[$.]/g, '\\$&')} = ([\\w$.]+);`).exec(page.code);
  const expression = origin ? origin[1] : found;
  const [name, receiver] = expression.split('.').reverse();
  return name && !offered(name, receiver ?? '') ? (expression.startsWith('Excel.') ? expression : '.' + name) : '';
}
/** Whether the library has a member, in the class a variable is called after where there is one. */
function offered(name, receiver) {
  const called = Object.keys(Excel).filter(one => receiver && one.endsWith(receiver[0].toUpperCase() + receiver.slice(1)));
  const classes = called.some(one => Excel[one]?.prototype) ? called.map(one => Excel[one]) : Object.values(Excel);
  return name in Excel || classes.some(one => one?.prototype && name in one.prototype);
}
function buttons() {
  const place = one => (page.order.indexOf(one.id) + 1) || Infinity;
  return [...page.elements.values()].filter(one => one.listenersOf('click').length)
    .sort((one, other) => place(one) - place(other)).map(one => one.id);
}
/** The user picks a file in every field for one. */
function choose() {
  for (const one of page.elements.values()) {
    if (one.type === 'file') for (const listener of one.listenersOf('change')) listener({target: one});
  }
}
function press(id) {
  page.outcome = 'running';
  page.errors = [];
  Promise.all(page.elements.get(id).listenersOf('click').map(listener => (async () => listener({target: page.elements.get(id)}))())).then(
    () => { page.outcome = 'ended'; },
    error => { page.errors.push(described(error)); page.outcome = 'ended'; });
}
function tick() {
  const due = page.timers.splice(0);
  for (const timer of due) {
    try { timer.work(); } catch (error) { uncaught(error); }
  }
  return due.length;
}
function state() { return JSON.stringify({outcome: page.outcome, errors: page.errors}); }
