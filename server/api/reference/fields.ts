import { html, type Markup, type Piece } from "@/server/platform/html";
import { nameIn, type Schema } from "./described";
import { renderInline } from "./render-markdown";

/**
 * Lists the fields of an object with their types, nested fields below them. Marks required fields only in requests, because an answer
 * has all fields, except for those whose description says when they are absent.
 */
export function fields(schema: Schema, { isRequest }: { isRequest: boolean }): Markup | undefined {
  const { properties, required = [] } = objectIn(schema) ?? {};
  if (!properties) return undefined;
  return html`<ul class="fields">
${Object.entries(properties).map(
  ([
    name,
    field,
  ]) => html`<li><code>${name}</code> <span class="type">${typeOf(field)}</span>${isRequest && required.includes(name) && html` <span class="required">required</span>`}
${field.description && html`<p>${renderInline(field.description)}</p>`}${fields(field, { isRequest })}</li>
`,
)}</ul>`;
}

/**
 * Returns the object schema: the schema itself, the schema of its list items, or its non-null alternative. Undefined if there is none, or
 * if the schema only refers to a named record, which has its own place in the reference.
 */
function objectIn({ properties, required, items, anyOf }: Schema): Schema | undefined {
  if (properties) return { properties, required };
  if (items) return objectIn(items);
  return anyOf?.map(objectIn).find((found) => found !== undefined);
}

/** Describes a type in words: "text of at most 255 characters or null". */
export function typeOf(schema: Schema): Piece {
  if (schema.$ref) {
    const name = nameIn({ $ref: schema.$ref });
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.anyOf) return joined(schema.anyOf.map(typeOf), " or ");
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ", ",
    );
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(schema.type))
    return joined(
      schema.type.map((type) => typeOf({ ...schema, type })),
      " or ",
    );
  if (schema.type === "array") return html`list${limits(schema.minItems, schema.maxItems, "")} of ${typeOf(schema.items ?? {})}`;
  const { type = "anything", format, pattern, minLength, maxLength, minimum, maximum } = schema;
  if (type === "string") {
    const kind = kindOfFormat[format ?? ""] ?? "text";
    if (minLength === 1 && maxLength === undefined) return html`${kind}, not empty`;
    return html`${kind}${limits(minLength, maxLength, " characters")}${pattern && html`, <code>${pattern}</code>`}`;
  }
  if (type === "integer" || type === "number") return html`${type}${limits(minimum, maximum, "")}`;
  return type;
}

const kindOfFormat: Record<string, string> = { date: "day", "date-time": "moment" };

function limits(least: number | undefined, most: number | undefined, unit: string): string {
  // Leaves out the limits of JavaScript's safe integers.
  const [from, to] = [least, most].map((limit) => (limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit));
  if (from !== undefined && to !== undefined) return ` of ${spelled(from)} to ${spelled(to)}${unit}`;
  if (to !== undefined) return ` of at most ${spelled(to)}${unit}`;
  // A lower limit of 0 alone is left out.
  return from ? ` of at least ${spelled(from)}${unit}` : "";
}

const spelled = (number: number) => number.toLocaleString("en");

function joined(pieces: Piece[], between: string): Piece {
  return pieces.map((piece, index) => [index > 0 && between, piece]);
}
