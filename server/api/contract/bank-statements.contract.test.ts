import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { uploadSlots } from "@/db/schema/upload-slots";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { newId } from "@/server/platform/id";
import { call } from "@/server/testing/client";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { outcome } from "@/server/testing/replies";
import { camtFile } from "@/server/testing/statement-files";

const entries = [
  { cents: 4_500, bankReference: "B1" },
  { cents: 5_500, bankReference: "B2" },
];

function sendTo(
  { apiKey }: { apiKey: string },
  body: string,
  { type = "application/xml", query = "", ...headers }: Record<string, string> = {},
) {
  return call("POST", `/bank_statements${query}`, { key: apiKey, body, headers: { "Content-Type": type, ...headers } });
}

test("a bank's file is stored, and the same file again changes nothing", async () => {
  const { partner, iban } = await givenBankingCompany();
  const file = camtFile([{ iban, id: "2026-231", opening: 100_000, entries }]);
  const { status, body } = await sendTo(partner, file, { query: "?file_name=monday.xml" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    is_repeated: false,
    statements: [{ iban, currency: "EUR", number: "2026-231", closing_balance_cents: 110_000, entries_count: 2, new_entries_count: 2 }],
  });
  const again = await sendTo(partner, file, { type: "application/octet-stream", "Idempotency-Key": "k1" });
  expect(again.body).toMatchObject({ bank_statement_file_id: body.bank_statement_file_id, is_repeated: true });
  const overlapping = camtFile([{ iban, id: "2026-232", opening: 100_000, entries: [...entries, { cents: 100, bankReference: "B3" }] }]);
  expect((await sendTo(partner, overlapping, { type: "text/plain" })).body).toMatchObject({
    statements: [{ entries_count: 3, new_entries_count: 1 }],
  });
});

test("an intraday report is stored, and the day's statement adds only what it did not contain", async () => {
  const { partner, iban } = await givenBankingCompany();
  const notYetBooked = { cents: 700, bankReference: "B9", status: "PDNG" };
  const report = await sendTo(partner, camtFile([{ iban, id: "R1", entries: [...entries.slice(1), notYetBooked] }], "intraday8"));
  expect(report.status).toBe(200);
  expect(report.body).toMatchObject({ statements: [{ iban, closing_balance_cents: null, entries_count: 1, new_entries_count: 1 }] });
  expect((await sendTo(partner, camtFile([{ iban, id: "S1", entries }]))).body).toMatchObject({
    statements: [{ entries_count: 2, new_entries_count: 1 }],
  });
});

test("the refusal of a file names line, element and reason", async () => {
  const { partner, iban } = await givenBankingCompany();
  const wrong = await sendTo(partner, camtFile([{ iban, closing: 1, entries }]));
  expect(outcome(wrong)).toBe("422 invalid_bank_statement");
  expect(wrong.headers.get("error-field")).toMatch(/^line \d+, .*: does_not_add_up/);
  const refused = async (body: string) => {
    const reply = await sendTo(partner, body);
    return `${outcome(reply)} ${reply.headers.get("error-field")}`;
  };
  expect(await refused("hello")).toMatch(/^422 invalid_bank_statement line 1, file: not_a_statement/);
  expect(await refused("")).toMatch(/^422 invalid_bank_statement line 1, file: not_a_statement/);
  expect(await refused('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>')).toContain("has_a_doctype");
  expect(await refused(camtFile([{ iban: "NL91ABNA0417164300", entries }]))).toContain("unknown_account");
});

test("CSV is read once its columns are confirmed, with the account in the request if the file names none", async () => {
  const { partner, company } = await givenBankingCompany();
  const second = (await givenBankAccount(partner, company)).current?.iban ?? "";
  const file = csvFile({ iban: "", entries }, "british");
  const send = (query = "") => sendTo(partner, file, { type: "text/csv", query });
  const unknown = await send();
  expect(outcome(unknown)).toBe("422 invalid_bank_statement");
  expect(unknown.headers.get("error-field")).toBe("line 2, columns: unknown_columns (Date, Description, Paid in, Paid out, Balance)");
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, partner.actor, sheet.key, layout);
  expect((await send()).headers.get("error-field")).toBe("line 2, account: which_account");
  expect(outcome(await send("?iban=NL00TEST0123456789"))).toBe("422 invalid_iban");
  expect((await send("?iban=NL91ABNA0417164300")).headers.get("error-field")).toContain("unknown_account");
  expect((await send(`?iban=${second}`)).body).toMatchObject({ statements: [{ iban: second, new_entries_count: 2 }] });
});

test("a form, JSON, a name that is too long, and another partner's account are refused", async () => {
  const { partner, iban } = await givenBankingCompany();
  const file = camtFile([{ iban, entries }]);
  for (const type of ["application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]) {
    expect(outcome(await sendTo(partner, file, { type }))).toBe("415 invalid_content_type");
  }
  expect(outcome(await sendTo(partner, file, { query: `?file_name=${"n".repeat(201)}` }))).toBe("422 invalid_file_name");
  const stranger = await sendTo(await givenPartner(), file);
  expect(outcome(stranger)).toBe("422 invalid_bank_statement");
  expect(stranger.headers.get("error-field")).toContain("unknown_account");
});

test("a file of more than 64 MB is refused", async () => {
  const { partner } = await givenBankingCompany();
  const reply = await sendTo(partner, `<Document>${" ".repeat(65 * 1024 * 1024)}`).catch((error: unknown) => ({ cut: error }));
  // A server may close the connection while the client is still sending.
  if (!("cut" in reply)) expect(outcome(reply)).toBe("413 request_too_large");
});

test("while a partner sends two files, a third gets 429, and one that is stored already the usual answer", async () => {
  const { partner, iban } = await givenBankingCompany();
  const file = camtFile([{ iban, entries }]);
  const { body } = await sendTo(partner, file);
  const endsAt = new Date(Date.now() + 60_000);
  await db.insert(uploadSlots).values([1, 2].map((slot) => ({ partnerId: partner.id, slot, id: newId(), endsAt })));
  const third = await sendTo(partner, `${file} `);
  expect(outcome(third)).toBe("429 rate_limited");
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await sendTo(partner, file)).body).toMatchObject({ bank_statement_file_id: body.bank_statement_file_id, is_repeated: true });
  await db.delete(uploadSlots).where(eq(uploadSlots.partnerId, partner.id));
  expect((await sendTo(partner, `${file} `)).status).toBe(200);
});

test("a booking day that no statement can have is refused", async () => {
  const { partner, iban } = await givenBankingCompany();
  for (const day of ["0000-01-01", "1989-12-31", "9999-12-31"]) {
    const refused = await sendTo(partner, camtFile([{ iban, entries: [{ cents: 100, on: day }] }]));
    expect(outcome(refused)).toBe("422 invalid_bank_statement");
    expect(refused.headers.get("error-field")).toContain(`not_a_date (${day})`);
  }
});
