import { expect, test } from "vitest";
import { db } from "@/db/client";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import type { KeyScope } from "@/server/domain/rules/key-scopes";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { approveRefundFile } from "./approve-refund-file";
import { createRefundFile } from "./create-refund-file";
import { getRefundFile } from "./get-refund-file";
import { listOwed } from "./list-owed";

const OTHER = "NL20INGB0001234567";
const EMAIL = "ada@members.example";

/** Ada is owed 5.00, and the partner's system has a key with these scopes. */
async function given(scopes: KeyScope[] | null, { transmitted = true } = {}) {
  const banking = await givenBankingCompany();
  const { partner, company } = banking;
  const into = await givenImport(partner, { company });
  const invoice = await givenInvoice(partner, { import: into, amountCents: -500, transmitted, invoice: { customerEmail: EMAIL } });
  const { id } = await createApiKey(db, partner.id, { name: "systems", scopes });
  const system = { ...partner.actor, kind: "key", id } as const;
  const change = (directDebitIban: string | null) =>
    updateInvoice(db, system, invoice.id, { externalInvoiceNumber: invoice.externalInvoiceNumber, directDebitIban });
  const owed = async () => (await listOwed(db, partner.actor, null)).find((each) => each.id === invoice.id);
  const order = (actor: typeof partner.actor) =>
    createRefundFile(db, actor, company.id, [{ kind: "invoice", id: invoice.id, amountCents: 500, iban: OTHER }]);
  return { ...banking, invoice, change, owed, order };
}

const subjects = async () => (await mailsTo(EMAIL)).map(({ subject }) => subject);

test("an account changed after transmission by a key without the scope for money is not offered, and the customer is told", async () => {
  const { change, owed, invoice } = await given(["write"]);
  const before = (await subjects()).length;
  expect((await change(OTHER)).directDebitIban).toBe(OTHER);
  expect(await owed()).toMatchObject({ iban: "", ibanFrom: "unknown", unconfirmedIban: OTHER });
  await change(OTHER);
  expect((await subjects()).slice(before)).toEqual([expect.stringContaining(invoice.externalInvoiceNumber)]);
});

test("money goes to an unconfirmed account once a second person has approved, even without a limit", async () => {
  const { partner, change, order } = await given(["write"]);
  await change(OTHER);
  const [{ actor: first }, { actor: second }] = [await givenMember(partner), await givenMember(partner)];
  const payoutId = await order(first);
  await expect(getRefundFile(db, first, payoutId)).rejects.toThrow();
  await approveRefundFile(db, second, payoutId);
  expect(await getRefundFile(db, first, payoutId)).toContain(OTHER);
});

test.each([
  ["a key for everything changed it", null, true],
  ["a key with money changed it", ["write", "money"] as KeyScope[], true],
  ["it was there at transmission", ["write"] as KeyScope[], false],
])("an account is offered as before where %s", async (_, scopes, transmitted) => {
  const { change, owed } = await given(scopes, { transmitted });
  await change(OTHER);
  expect(await owed()).toMatchObject({ iban: OTHER, ibanFrom: "customer", unconfirmedIban: null });
});

test("an account that a person enters later is used", async () => {
  const { partner, change, owed, invoice } = await given(["write"]);
  await change(OTHER);
  const { actor } = await givenMember(partner);
  const mine = "NL02TEST0123456789";
  await updateInvoice(db, actor, invoice.id, { externalInvoiceNumber: invoice.externalInvoiceNumber, directDebitIban: mine });
  expect(await owed()).toMatchObject({ iban: mine, ibanFrom: "customer", unconfirmedIban: null });
});
