import { isIdentifier } from "./identifiers";
import { namedCreditor } from "./named-creditor";
import { emptyNarrative, type Narrative, type NarrativeContext } from "./narrative";
import { dividedAnywhere, joinedLines, readable, unbroken } from "./seams";

// `\ue000` and `\ue001` in the patterns are the marks of seams.ts: the bank may have divided its text there.

/** Tags of the payer and the payee. */
const DIRECT_PARTIES = ["ORDP", "BENM"];
/** Tags that contain the name and account of one of the parties. */
const PARTIES = [...DIRECT_PARTIES, "ULTD", "ULTC", "UDTR", "UCRD"];
/** Tags whose values stay out of the text, with the number of values between slashes. */
const CODES: Record<string, number> = { TRTP: 1, BIC: 1, ISDT: 1, TYPE: 1, TRCD: 1, SVCL: 1, PURP: 2, MARF: 1, CSID: 1, CHGS: 1, ADDR: 9 };
const TAGS = [...PARTIES, ...Object.keys(CODES), "IBAN", "NAME", "REMI", "EREF", "CNTP", "RTRN", "PREF", "IREF"];
const TAG = new RegExp(`/(${TAGS.join("|")})/`);

interface Tagged {
  tag: string;
  value: string;
  /** The party to which the value belongs, if any is named. */
  party: string;
}

/** Reads `/TRTP/SEPA OVERBOEKING/IBAN/NL02…/NAME/A BRANDSMA/REMI/…/EREF/…`; a line may end anywhere. */
export function readTaggedParts(field: string, { isCredit }: NarrativeContext): Narrative | undefined {
  const whole = joinedLines(field).replace(/\/([A-Z\ue000\ue001]{3,8})\//g, (written, inside: string) => {
    const tag = unbroken(inside);
    return TAGS.includes(tag) ? `/${tag}/` : written;
  });
  if (!whole.startsWith("/") || !TAG.test(whole)) return undefined;
  const [before = "", ...rest] = whole.split(TAG);
  const narrative: Narrative = { ...emptyNarrative, references: [], creditorIdentifiers: [] };
  const texts = [before];
  for (const tagged of tagsIn(rest, isCredit)) texts.push(read(narrative, tagged));
  return {
    ...narrative,
    text: texts
      .map(withoutSlashes)
      .filter((each) => readable(each) !== "")
      .join(" "),
  };
}

/** Returns the values: those of the other party or of no party first, then those of the account's owner, then those of ultimate parties. */
function tagsIn(rest: readonly string[], isCredit: boolean): Tagged[] {
  const all: Tagged[] = [];
  let party = "";
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const tag = rest[at] ?? "";
    if (PARTIES.includes(tag)) party = tag;
    else if (!["NAME", "IBAN", "BIC", "ADDR"].includes(tag)) party = "";
    all.push({ tag, value: rest[at + 1] ?? "", party });
  }
  const other = isCredit ? "ORDP" : "BENM";
  const rank = ({ party }: Tagged) => {
    if (party === other || party === "") return 0;
    return DIRECT_PARTIES.includes(party) ? 1 : 2;
  };
  return all.toSorted((one, next) => rank(one) - rank(next));
}

/** Takes the facts of a tag. Returns the rest, which stays in the text. */
function read(narrative: Narrative, { tag, value }: Tagged): string {
  const values = value.split("/");
  if (tag === "CSID") narrative.creditorIdentifiers.push(...namedCreditor(values[0] ?? ""));
  const codes = CODES[tag];
  if (codes !== undefined) return values.slice(codes).join("/");
  if (tag === "REMI") return remittance(narrative, value);
  if (tag === "CNTP") {
    const [iban = "", , name = ""] = values;
    const rest = [take(narrative, "iban", unbroken(iban)), take(narrative, "name", readable(name)), ...values.slice(4)];
    return rest.filter((each) => readable(each) !== "").join(" ");
  }
  if (tag === "NAME") {
    const [name = "", unknown = ""] = divided(value, /\/(?=[A-Z]{3,5}\/)/);
    return `${take(narrative, "name", readable(withoutSlashes(name)))} ${unknown}`;
  }
  if (PARTIES.includes(tag))
    return isPartyName(value) && DIRECT_PARTIES.includes(tag) ? take(narrative, "name", readable(withoutSlashes(value))) : value;
  if (tag === "IBAN") {
    const [iban = "", unknown = ""] = divided(value, /\//);
    return `${take(narrative, "iban", unbroken(iban))} ${unknown}`;
  }
  const whole = unbroken(withoutSlashes(value));
  if (tag === "EREF") return isIdentifier(whole) ? take(narrative, "endToEndId", whole) : "";
  return tag === "RTRN" ? take(narrative, "returnReason", whole) : value;
}

/** Whether the value of a party's tag is its name: it has letters, and no slashes. */
function isPartyName(value: string): boolean {
  return /[a-z]{2}/i.test(value) && !withoutSlashes(value).includes("/");
}

/** Sets a fact that is not known yet. If another value is known already, returns the given one, which then stays in the text. */
function take(narrative: Narrative, fact: "name" | "iban" | "endToEndId" | "returnReason", value: string): string {
  if (narrative[fact] !== "" && narrative[fact] !== value) return value;
  narrative[fact] = value;
  return "";
}

/** Reads `USTD//text/` or `STRD/CUR/RF78…/`, or text as it is. */
function remittance(narrative: Narrative, value: string): string {
  const [all, structured] = /^STRD\/[A-Z]{3}\/([^/]+)/.exec(unbroken(value)) ?? [];
  if (all === undefined || structured === undefined) return value.replace(UNSTRUCTURED, "");
  narrative.references.push(structured.trim());
  return unbroken(value).slice(all.length);
}

const UNSTRUCTURED = new RegExp(`^${dividedAnywhere("USTD//")}`);

function divided(text: string, at: RegExp): [string, string] {
  const place = text.search(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place)];
}

function withoutSlashes(text: string): string {
  return text.replace(/[/\s\ue000\ue001]+$/, "").trim();
}
