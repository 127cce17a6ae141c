/**
 * The server's own batches through Excel's public API: what is left when the door of `host_port.js`
 * can't be used. Such a batch has no references and no listeners, so every step of it is a property,
 * a method or a `load` that the API offers by name. Generated code can't run this way: its batches
 * come from an Office.js of its own, and expect more of the wire than can be said so.
 *
 * @typedef {import("./host_port.js").BatchAnswer} BatchAnswer
 */

/** Names that are written otherwise than they are read. */
const SETTERS = new Map([
  ["Gridlines", "showGridlines"],
  ["Headings", "showHeadings"],
  ["Orientation", "textOrientation"],
]);

/** @param {string} wire */
const scriptName = (wire) => wire.slice(0, 1).toLowerCase() + wire.slice(1);
/** @param {string} name */
const wireName = (name) => name.slice(0, 1).toUpperCase() + name.slice(1);

/** A step that has no public name. */
class NotPublic extends Error {}

/**
 * @param {any} object
 * @param {string} wire
 * @param {unknown[]} values
 */
function call(object, wire, values) {
  const method = object[scriptName(wire)];
  if (typeof method !== "function" || wire.startsWith("_")) throw new NotPublic(wire);
  const given = [...values];
  while (given.length && given.at(-1) === null) given.pop();
  return method.apply(object, given);
}

/** The objects of one batch, by path. */
class Objects {
  /** @param {any} context @param {Record<string, any>} paths */
  constructor(context, paths) {
    this.context = context;
    this.paths = paths;
    /** @type {Map<number, any>} */
    this.known = new Map();
  }

  /** @param {number} id @returns {any} */
  at(id) {
    if (!this.known.has(id)) this.known.set(id, this.walk(this.paths[id]));
    return this.known.get(id);
  }

  /** @param {any} path */
  walk(path) {
    const values = path.ArgumentInfo?.Arguments ?? [];
    switch (path.ObjectPathType) {
      case 1:
        return this.context.workbook;
      case 3:
        return call(this.at(path.ParentObjectPathId), path.Name, values);
      case 4: {
        const found = this.at(path.ParentObjectPathId)[scriptName(path.Name)];
        if (found === undefined) throw new NotPublic(path.Name);
        return found;
      }
      case 5:
        return this.at(path.ParentObjectPathId).getItem(values[0]);
      default:
        throw new NotPublic(`path ${path.ObjectPathType}`);
    }
  }
}

/**
 * What was loaded of an object, by wire names.
 *
 * @param {any} object
 * @param {string[]} names
 * @returns {any}
 */
function loaded(object, names) {
  if (object.isNullObject) return null;
  /** @type {Record<string, any>} */
  const found = {};
  /** @type {Map<string, string[]>} */
  const below = new Map();
  const isCollection = "getItem" in object && "items" in object;
  for (const name of names) {
    const [first = "", ...rest] = name.split("/");
    const own = scriptName(first);
    if (isCollection && own !== "count") below.set("items", [...(below.get("items") ?? []), own === "items" ? rest.join("/") : name]);
    else if (rest.length) below.set(own, [...(below.get(own) ?? []), rest.join("/")]);
    else found[wireName(own)] = object[own];
  }
  for (const [own, inner] of below) {
    if (own === "items") found["_Items"] = object.items.map((/** @type {any} */ item) => loaded(item, inner.filter(Boolean)));
    else found[wireName(own)] = loaded(object[own], inner);
  }
  return found;
}

/**
 * @param {any} objects
 * @param {any} action
 * @returns {() => unknown} gives the answer once Excel has answered
 */
function perform(objects, action) {
  const object = objects.at(action.ObjectPathId);
  switch (action.ActionType) {
    case 1:
      return () => (object.isNullObject === true ? null : {});
    case 2: {
      const names = (action.QueryInfo?.Select ?? []).map((/** @type {string} */ name) => name.split("/").map(scriptName).join("/"));
      object.load(names);
      return () => loaded(object, names);
    }
    case 3: {
      const result = call(object, action.Name, action.ArgumentInfo?.Arguments ?? []);
      return () => result?.value ?? null;
    }
    case 4:
      object[SETTERS.get(action.Name) ?? scriptName(action.Name)] = action.ArgumentInfo.Arguments[0];
      return () => null;
    default:
      throw new NotPublic(`action ${action.ActionType}`);
  }
}

/**
 * @param {(batch: (context: any) => Promise<unknown>) => Promise<unknown>} run `Excel.run`
 * @param {any} body
 * @returns {Promise<BatchAnswer>} never rejects
 */
export async function runPublicly(run, body) {
  /** @type {unknown[]} */
  let results = [];
  try {
    await run(async (context) => {
      const objects = new Objects(context, body.ObjectPaths);
      const answers = body.Actions.map((/** @type {any} */ action) => [action.Id, perform(objects, action)]);
      await context.sync();
      results = answers.map((/** @type {[number, () => unknown]} */ [id, answer]) => ({ ActionId: id, Value: answer() }));
    });
  } catch (error) {
    const { code, message, debugInfo } = /** @type {any} */ (error);
    const missing = error instanceof NotPublic;
    const Error = {
      Code: missing ? "ApiNotFound" : (code ?? "GeneralException"),
      Message: missing ? `Excel's public API has no ${message}.` : String(message),
      Location: debugInfo?.errorLocation ?? "",
    };
    return { body: { Error, Results: [] } };
  }
  return { body: { Error: null, Results: results } };
}
