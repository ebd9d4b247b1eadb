import { describe, expect, test } from "vitest";
import { fieldAt, withField, withJson } from "@/server/testing/bodies";
import type { Reply } from "@/server/testing/client";
import { givenPartner } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";
import { readyFor, type TextField, textFields } from "@/server/testing/text-fields";

describe.each(textFields)("$endpoint $path", (field) => {
  const { path, code, max } = field;

  test(`accepts ${max} characters, counting an astral one as one; one more is ${code}`, async () => {
    const { body, send } = await readyFor(field, await givenPartner());
    const longest = `1${"😀".repeat(max - 1)}`;

    const taken = await send(withField(body, path, longest));

    expect(outcome(taken)).toBe("200");
    expectShown(field, taken, longest);
    expect(outcome(await send(withField(body, path, `${longest}1`)))).toBe(`422 ${code}`);
    expect(outcome(await send(withField(body, path, "1".repeat(max + 1))))).toBe(`422 ${code}`);
  });

  test("accepts a number of any length as its decimal text", async () => {
    const { body, send } = await readyFor(field, await givenPartner());

    for (const number of ["42", "0", "-7", "12.5", "9007199254740993", "12345678901234567890"]) {
      const taken = await send(withJson(body, path, number));
      expect(outcome(taken), number).toBe("200");
      expectShown(field, taken, number);
    }
  });

  test(`refuses values that are neither text nor number, and text that Postgres cannot store, as ${code}`, async () => {
    const { body, send } = await readyFor(field, await givenPartner());

    for (const json of ["true", "false", "[]", '["1"]', "{}", "1e400", ...UNSTORABLE]) {
      expect(outcome(await send(withJson(body, path, json))), json).toBe(`422 ${code}`);
    }
  });

  test("stores text as sent", async () => {
    const { body, send } = await readyFor(field, await givenPartner());
    const text = " 1 Ünïcødé — 北京 \u200f'\"\\<b>%s\t\r\n{}$1 ";

    const taken = await send(withField(body, path, text));

    expect(outcome(taken)).toBe("200");
    expectShown(field, taken, text);
  });

  test(field.required ? `refuses its absence, null and "" as ${code}` : 'may be absent, null, "" and white space', async () => {
    const { body, send } = await readyFor(field, await givenPartner());
    const values = [null, "", ...(path === "external_invoice_number" ? [] : ["  \t\n"])];
    const isKeptOnUpdate = field.endpoint === "PUT /invoices/:id" && path === "customer.name.last_name";

    for (const value of isKeptOnUpdate ? values : [undefined, ...values]) {
      const reply = await send(withField(body, path, value));
      expect(outcome(reply), JSON.stringify(value)).toBe(field.required ? `422 ${code}` : "200");
    }
  });
});

/** NUL, and unpaired surrogates. */
const UNSTORABLE = ['"1\\u0000"', '"1\\ud83d"', '"1\\ude00 1"', '"\\ude00\\ud83d1"'];

function expectShown({ path, shownAt = path }: TextField, { body }: Reply, text: string): void {
  if (shownAt !== null) expect(fieldAt(body, shownAt)).toBe(text);
}
