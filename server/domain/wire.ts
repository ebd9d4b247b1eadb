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

function deserialize(text: string): unknown {
  return text === "" ? undefined : JSON.parse(text, (_, value) => (isDate(value) ? new Date(value.$date) : value));
}

function isDate(value: unknown): value is { $date: number } {
  return typeof value === "object" && value !== null && "$date" in value && typeof value.$date === "number";
}
