// Format in which the portal's pages and its server exchange data: JSON in which dates stay dates. Pages load this file, so it must import
// nothing: a library would use up a tenth of the size that the list of invoices may load.

export const wire = { serialize, deserialize };

function serialize(value: unknown): string {
  // A replacer gets the result of a date's `toJSON`; only `this` still contains the date itself.
  const written: string | undefined = JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
    const held = this[key];
    return held instanceof Date ? { $date: held.getTime() } : given;
  });
  return written ?? "";
}

/** Maximum depth at which procedures take or return dates, for example in a list within a record. */
const DATE_DEPTH = 16;

/** Does not use a reviver, which is called for every value and doubles the parsing time. */
function deserialize(text: string): unknown {
  return text === "" ? undefined : withDates(JSON.parse(text), DATE_DEPTH);
}

/** Restores the dates within a value, which it changes in place and returns. */
function withDates(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (isDate(value)) return new Date(value.$date);
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = withDates(value[at], depth - 1);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) fields[key] = withDates(fields[key], depth - 1);
  return fields;
}

function isDate(value: object): value is { $date: number } {
  return "$date" in value && typeof value.$date === "number";
}
