import type { EventFacts } from "@/db/schema/security-events";
import type { EventDetails } from "./record-event";

/** Returns those of these fields that changed, before and after. Callers leave out fields with free text. */
export function changedFacts<Field extends string>(
  before: Record<Field, EventFacts[string]>,
  after: Partial<Record<Field, EventFacts[string]>>,
  fields: readonly Field[],
): Pick<EventDetails, "before" | "after"> {
  const changed = fields.filter((field) => after[field] !== undefined && String(before[field]) !== String(after[field]));
  const pick = (record: Partial<Record<Field, EventFacts[string]>>) =>
    Object.fromEntries(changed.map((field) => [field, record[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}
