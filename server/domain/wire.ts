// How the portal's pages and its server write to each other: JSON in which a date stays a date. The pages import this file too, and it must
// import nothing: a library for it would be a tenth of what the list of invoices may load.

export const wire = { serialize, deserialize };

function serialize(value: unknown): string {
  // A replacer is called with what `toJSON` made of a date, but on the object that still holds it.
  const written: string | undefined = JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
    const held = this[key];
    return held instanceof Date ? { $date: held.getTime() } : given;
  });
  return written ?? "";
}

/** How deep dates stand at most: in what a procedure takes or returns, in a list in a record. */
const DATE_DEPTH = 16;

/** Without a reviver: it is called for every value, which takes as long again as reading the text. */
function deserialize(text: string): unknown {
  return text === "" ? undefined : withDates(JSON.parse(text), DATE_DEPTH);
}

/** The value itself, with its dates put in. */
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
