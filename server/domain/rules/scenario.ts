/** Maximum number of days of a season. */
export const MOST_SEASON_DAYS = 400;

/** Maximum number of characters of a scenario. */
export const LONGEST_SCENARIO = 10_000;

/** Maximum number of characters of a seed. */
export const LONGEST_SEED = 64;

/** Share of rejected or returned direct debits with one reason code, in percent. */
export interface CodeShare {
  /** ISO 20022 reason code, such as `AM04`. */
  code: string;
  percent: number;
}

/** Behaviour of the customers and banks of a sandbox during a season. Shares are whole percents. */
export interface Scenario {
  /** Length of the season in days. */
  days: number;
  /** Customers who transfer by the due day, of all that are asked. */
  pay_in_time: number;
  /** Customers who transfer 3 to 40 days after the due day. */
  pay_late: number;
  /** Transfers with a mistyped reference. */
  wrong_reference: number;
  /** Transfers without a reference. */
  no_reference: number;
  /** Transfers of half of the sum. */
  pay_in_part: number;
  /** Transfers that are made a second time, some days later. */
  pay_twice: number;
  /** Customers with several invoices who pay them with one transfer. */
  family_in_one_sum: number;
  /** Invoices whose customer asks a question. */
  ask: number;
  /** Direct debits that the bank rejects before it collects them. */
  rejected: CodeShare[];
  /** Direct debits that go back after they were booked. */
  returned: CodeShare[];
  /** Whether the machine makes files of direct debits, or leaves that to a person. */
  debit_files: "made" | "by_hand";
  /** How the bank books the debits of a file. */
  debits_booked: "one_by_one" | "as_sum";
  /** Whether returns are notified (camt.054) besides being on the statement. */
  return_notices: "yes" | "no";
}

const scenarioFaults = [
  "too_long",
  "no_setting",
  "unknown_name",
  "given_twice",
  "not_days",
  "not_a_share",
  "not_codes",
  "not_a_choice",
  "above_hundred",
  "days_missing",
] as const;

/** A fault in a scenario, with the place. */
export interface ScenarioFault {
  /** Line number, from 1. */
  line: number;
  reason: (typeof scenarioFaults)[number];
  /** Setting in question; empty if the line has none. */
  name: string;
  /** Text found there, shortened. */
  found: string;
}

const choices = {
  debit_files: ["made", "by_hand"],
  debits_booked: ["one_by_one", "as_sum"],
  return_notices: ["yes", "no"],
} as const;

/** Values of settings that are left out. `days` must be given. */
const silent: Scenario = {
  days: 0,
  pay_in_time: 0,
  pay_late: 0,
  wrong_reference: 0,
  no_reference: 0,
  pay_in_part: 0,
  pay_twice: 0,
  family_in_one_sum: 0,
  ask: 0,
  rejected: [],
  returned: [],
  debit_files: "made",
  debits_booked: "one_by_one",
  return_notices: "no",
};

/** Shares that exclude each other, so that their sum is at most 100 %. */
const exclusive = [
  ["pay_in_time", "pay_late"],
  ["wrong_reference", "no_reference"],
  ["rejected", "returned"],
] as const;

/**
 * Reads a scenario: one setting in each line, such as `pay_late: 20 %`; `#` begins a comment. Every setting but `days` can be left out.
 * Returns the first fault instead, if there is one.
 */
export function readScenario(text: string): Scenario | ScenarioFault {
  const { length } = [...text];
  if (length > LONGEST_SCENARIO) return { line: 1, reason: "too_long", name: "", found: String(length) };
  const scenario = { ...silent };
  const lineOf = new Map<string, number>();
  const lines = text.split(/\r\n|\r|\n/);
  for (const [index, whole] of lines.entries()) {
    const line = index + 1;
    const setting = whole.replace(/#.*$/, "").trim();
    if (setting === "" && !whole.includes("\0")) continue;
    const [, name = "", value = ""] = /^([a-z_]+)\s*:\s*(.*)$/.exec(setting) ?? [];
    const fault = (reason: ScenarioFault["reason"], found = value) => ({ line, reason, name, found: found.slice(0, 40) });
    if (name === "" || whole.includes("\0")) return fault("no_setting", setting);
    if (!isSetting(name)) return fault("unknown_name", name);
    if (lineOf.has(name)) return fault("given_twice", name);
    lineOf.set(name, line);
    const reason = set(scenario, name, value);
    if (reason) return fault(reason);
    const pair = exclusive.find((names) => names.some((each) => each === name));
    const sum = (pair ?? []).reduce((total, each) => total + percentOf(scenario[each]), 0);
    if (sum > 100) return fault("above_hundred", `${sum} %`);
  }
  return lineOf.has("days") ? scenario : { line: lines.length, reason: "days_missing", name: "days", found: "" };
}

/** Whether `readScenario` returned a fault. */
export function isScenarioFault(read: Scenario | ScenarioFault): read is ScenarioFault {
  return "reason" in read;
}

/** Returns the setting that may not exceed 100 % together with this one; undefined if there is none. */
export function sharesWith(name: string): string | undefined {
  return exclusive.find((names) => names.some((each) => each === name))?.find((each) => each !== name);
}

/** Returns the values that a setting can have, as a text; null if they are no words. */
export function choicesOf(name: string): string | null {
  return Object.hasOwn(choices, name) ? choices[name as keyof typeof choices].join(", ") : null;
}

function isSetting(name: string): name is keyof Scenario {
  return Object.hasOwn(silent, name);
}

/** Sets a value. Returns the reason if the setting cannot have this value. */
function set(scenario: Scenario, name: keyof Scenario, value: string): ScenarioFault["reason"] | undefined {
  if (name === "rejected" || name === "returned") {
    const shares = readCodes(value);
    if (!shares) return "not_codes";
    scenario[name] = shares;
  } else if (name === "debit_files" || name === "debits_booked" || name === "return_notices") {
    const found = choices[name].find((choice) => choice === value);
    if (!found) return "not_a_choice";
    Object.assign(scenario, { [name]: found });
  } else if (name === "days") {
    const days = /^\d{1,3}$/.test(value) ? Number(value) : 0;
    if (days < 1 || days > MOST_SEASON_DAYS) return "not_days";
    scenario.days = days;
  } else {
    const percent = readPercent(value);
    if (percent === undefined) return "not_a_share";
    scenario[name] = percent;
  }
  return undefined;
}

function readPercent(text: string): number | undefined {
  const [, digits] = /^(\d{1,3})\s*%$/.exec(text) ?? [];
  const percent = Number(digits ?? Number.NaN);
  return percent <= 100 ? percent : undefined;
}

/** Reads codes with their shares, such as `AM04 4 %, MD06 1 %`. Undefined if a part is no code with a share, or a code comes twice. */
function readCodes(text: string): CodeShare[] | undefined {
  const shares: CodeShare[] = [];
  for (const part of text.split(",")) {
    const [, code = "", share = ""] = /^\s*([A-Z]{2}[A-Z0-9]{2})\s+(.*?)\s*$/.exec(part) ?? [];
    const percent = readPercent(share);
    if (percent === undefined || shares.some((other) => other.code === code)) return undefined;
    shares.push({ code, percent });
  }
  return shares;
}

function percentOf(share: number | readonly CodeShare[]): number {
  return typeof share === "number" ? share : share.reduce((sum, { percent }) => sum + percent, 0);
}
