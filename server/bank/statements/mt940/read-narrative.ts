import { numberIn } from "@/server/domain/banking/payment-reference";
import { referencesIn } from "@/server/domain/banking/references-in-text";
import type { StatementTransaction } from "../statement";
import type { Narrative, NarrativeContext } from "./narrative";
import { readNumberedParts } from "./read-numbered-parts";
import { readPlainText } from "./read-plain-text";
import { readTaggedParts } from "./read-tagged-parts";
import { mayDivideReference, otherReadings, readable } from "./seams";

/**
 * Reads the `:86:` of an entry in the bank's dialect: numbered parts, tags between slashes, or plain text. What is not understood stays in
 * the text.
 */
export function readNarrative(
  fields: readonly string[],
  context: NarrativeContext,
): Omit<StatementTransaction, "amountCents" | "instructed"> {
  const narratives = fields.map((field) => readNumberedParts(field, context) ?? readTaggedParts(field, context) ?? readPlainText(field));
  const first = (factOf: (narrative: Narrative) => string) => narratives.map(factOf).find((each) => each !== "") ?? "";
  const texts = narratives.map(({ text }) => text);
  const text = texts.map(readable).filter(Boolean).join(" ");
  const references = narratives.flatMap((each) => each.references);
  const creditorIdentifiers = narratives.flatMap((each) => each.creditorIdentifiers);
  return {
    text,
    references: [...references, ...referencesAtSeams(texts, [text, ...references])],
    name: first(({ name }) => name),
    iban: first(({ iban }) => iban),
    endToEndId: first(({ endToEndId }) => endToEndId),
    returnReason: first(({ returnReason }) => returnReason),
    ...(creditorIdentifiers.length > 0 && { creditorIdentifiers }),
  };
}

/** The service's first invoice number. A lower one at a seam has right check digits by chance, as `RF25 10` of a divided reference may. */
const FIRST_INVOICE_NUMBER = 100_000_001;

/**
 * Returns references that only another reading of the texts has: the bank may have divided a reference, or joined it with the next word.
 * `read`: what was read. A payment whose readings name different invoices is certain in none of them, so a person decides.
 */
function referencesAtSeams(texts: readonly string[], read: readonly string[]): string[] {
  const others = texts.filter(mayDivideReference).flatMap((text) => {
    const readAlready = readable(text);
    return otherReadings(text).filter((each) => each !== readAlready);
  });
  if (others.length === 0) return [];
  const known = new Set(read.flatMap(referencesIn).map(numberIn));
  const further = new Map(others.flatMap(referencesIn).map((each) => [numberIn(each), each]));
  return [...further].flatMap(([number = 0, each]) => (known.has(number) || number < FIRST_INVOICE_NUMBER ? [] : [each]));
}
