import { expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { describeInterface } from "../openapi";
import type { Described } from "./described";
import { typeOf } from "./fields";
import { referencePage } from "./reference-page";

const described: Described = JSON.parse(JSON.stringify(describeInterface(routes)));
const page = referencePage(described);

test("the reference shows every operation, record, field and code of the document, and has no dead links", () => {
  const named = new Set<string>();
  const codes = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("properties" in value && typeof value.properties === "object")
      for (const name of Object.keys(value.properties ?? {})) named.add(name);
    if ("enum" in value && "description" in value && Array.isArray(value.enum)) for (const code of value.enum) codes.add(String(code));
    for (const each of Object.values(value)) collect(each);
  };
  collect(described.paths);
  collect(described.webhooks);
  collect(described.components.schemas);
  expect(codes.size).toBeGreaterThan(50);
  named.delete("error");

  for (const name of named) expect(page, name).toContain(`<code>${name}</code>`);
  for (const code of codes) expect(page.includes(`>${code}</code>`) || page.includes(`>&quot;${code}&quot;</code>`), code).toBe(true);
  const operations = [...Object.values(described.paths), ...Object.values(described.webhooks)].flatMap((path) => Object.values(path));
  for (const { operationId, summary } of operations) {
    expect(page).toContain(`id="${operationId}"`);
    expect(page).toContain(summary.replaceAll("'", "&#39;"));
  }
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
});

test("the reference marks required fields in requests, and not in answers", () => {
  const recordOf = (name: string) => page.slice(page.indexOf(`id="${name}"`), page.indexOf("</section>", page.indexOf(`id="${name}"`)));
  expect(recordOf("NewInvoice")).toMatch(
    /external_invoice_number<\/code> <span class="type">[^<]*<\/span> <span class="required">required/,
  );
  expect(recordOf("Invoice")).not.toContain("required");
});

test("the reference has no script, and escapes the contents of fields", () => {
  expect(page).not.toMatch(/<script|javascript:|\son\w+=|style=/i);
  expect(String(typeOf({ enum: ["<b>"] }))).not.toContain("<b>");
});

test.each([
  [{ type: "string", maxLength: 255 }, "text of at most 255 characters"],
  [{ type: "string", minLength: 1 }, "text, not empty"],
  [{ type: ["string", "null"], minLength: 1, maxLength: 9 }, "text of 1 to 9 characters or null"],
  [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "integer"],
  [{ type: "integer", minimum: 1 }, "integer of at least 1"],
  [{ type: "array", maxItems: 1_000, items: { type: "string", format: "date" } }, "list of at most 1,000 of day"],
  [{ anyOf: [{ $ref: "#/components/schemas/Hold" }, { type: "null" }] }, '<a href="#Hold">Hold</a> or null'],
  [{ enum: ["a", null] }, "<code>&quot;a&quot;</code>, <code>null</code>"],
])("what %j may hold is said in words", (schema, words) => {
  expect([typeOf(schema)].flat(3).filter(Boolean).join("")).toBe(words);
});
