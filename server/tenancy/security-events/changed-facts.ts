import type { EventFacts } from "@/db/schema/security-events";
import type { EventDetails } from "./record-event";

/** Of these fields, what was so before and is otherwise after. Fields that hold free text are left out by their caller. */
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
