/**
 * Types of the sandbox program: plain scripts that run one after another, in a Worker and in a bare
 * V8 isolate, and find each other on one global, `TieoutSandbox`, which the last of them removes
 * before generated code runs.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface ConsoleLine {
  level: "log" | "info" | "warn" | "error";
  text: string;
}

/** Messages into the sandbox. */
interface RunMessage {
  type: "run";
  run_id: string;
  code: string;
  requirement_sets: Record<string, string>;
  /** What each `general.get…Info()` returns; "" for those that the code doesn't name. */
  specs?: Record<string, string>;
  returned_bytes: number;
}

/** An exception as the server's `CodeError`. */
interface CodeErrorFields {
  name: string;
  message: string;
  code: string;
  location: string;
  statement: string;
  surrounding: string[];
  line: number | null;
}

interface Wire {
  /** Where messages go: one JSON text each. */
  connect(post: (text: string) => void): void;
  /** One message from outside, JSON text. */
  receive(text: string): void;
  onRun(listener: (message: RunMessage) => void): void;
  /** Asks the server; rejects with its error text. */
  call(name: string, args: Json): Promise<Json>;
  /** Sends a message of this run. */
  post(message: Record<string, unknown>): void;
  /** How many answers are still to come. */
  pending(): number;
}

interface SandboxConsole {
  /** Empties the lines that were not sent yet. */
  take(): ConsoleLine[];
  write(level: ConsoleLine["level"], text: string): void;
  /** Bytes of console text kept for a run. */
  limit(bytes: number): void;
  show(value: unknown): string;
  readonly surface: Record<string, (...args: unknown[]) => void>;
}

/** An address split into its parts; `rows`/`columns` are null where the shape isn't in the text. */
interface ParsedAddress {
  sheet: string | null;
  local: string;
  rows: number | null;
  columns: number | null;
  row: number;
  column: number;
}

type CellValue = string | number | boolean | null;

interface WrappedCalls {
  /** Gives the calls the context of the run. */
  start(context: Excel.RequestContext): void;
  /** Queues one write; a failure at flush names `label`. */
  write(label: string, apply: () => void): Promise<void>;
  /** Sends everything pending in one batch. */
  flush(): Promise<void>;
  /** Asks the server after a flush; the arguments are made then. */
  ask(name: string, args: () => Json): Promise<any>;
  worksheet(sheet: string | null): Excel.Worksheet;
  /** The worksheet that `sheet` stands for, and its name once Excel has told it. */
  original(): Excel.Worksheet;
  originalName(): string | null;
  qualified(address: ParsedAddress): string;
  /** Resolves when every call of the code has its end, awaited or not. */
  settled(): Promise<void>;
  /** A failure that the code neither awaited nor caught. */
  unobserved(): unknown;
  /** Same promise, remembering whether anyone looked at it. */
  watch<T>(promise: Promise<T>): Promise<T>;
}

interface IndexEntry {
  name: string;
  signature: string;
  doc: string;
}

interface SandboxParts {
  index: IndexEntry[];
  /** Texts of `general.get…Info()`, of the run. */
  specs: Record<string, string>;
  wire: Wire;
  /** `Office.context.document`, for a script whose batches nobody judges. */
  commonApi(): object;
  office: { setRequirements(sets: Record<string, string>): void };
  console: SandboxConsole;
  address: {
    parse(call: string, text: unknown): ParsedAddress;
    sheetName(call: string, name: unknown): string;
    column(number: number): string;
    quote(sheet: string): string;
  };
  cells: {
    one(call: string, value: unknown): CellValue;
    grid(call: string, address: ParsedAddress, values: unknown): CellValue[][];
    isFormula(value: unknown): boolean;
  };
  format: { apply(call: string, options: unknown): (range: Excel.Range) => void };
  calls: WrappedCalls;
  /** A call of `sheet` as its error messages name it. */
  named(method: string, where: unknown): string;
  reads: Record<string, (...args: any[]) => Promise<any>>;
  lookups: Record<string, (...args: any[]) => Promise<any>>;
  sheet: object;
  general: object;
  step: object;
  surface<T extends object>(name: "sheet" | "general" | "step", members: T): T;
  outcome: {
    returned(value: unknown, bytes: number): Json;
    threw(error: unknown): CodeErrorFields;
    line(stack: unknown): number | null;
    remember(error: unknown, line: number | null): void;
  };
}

declare var TieoutSandbox: SandboxParts;
/** Made by `wire.js` before Office.js loads, which takes it as its way to the host. */
declare var _richApiNativeBridge: {
  sendMessageToHost(text: string): void;
  onMessageFromHost?: (text: string) => void;
};
declare var OSF: any;
