import { expect, test } from "vitest";
import { db } from "@/db/client";
import { openDebits } from "@/server/tenancy/partners/open-debits";
import { retractionBody } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenCreditor } from "@/server/testing/given-mandate";
import { outcome } from "@/server/testing/replies";

const mailbox = { kind: "mailbox" } as const;

test("an invoice's collection has the coming debit, then the planned one, then the one at the bank", async () => {
  const given = await givenDebits({ settings: { request1Day: 1 } });
  const client = clientOf(given.partner);
  const collection = async () => (await client.get(`/invoices/${given.invoice.id}/collection`)).body as Record<string, unknown>;
  await given.decide();
  expect(await collection()).toMatchObject({ next_message: null, next_debit: { amount_cents: 4_500 } });
  expect(await collection()).not.toHaveProperty("debit");

  const planned = await givenDebits();
  await planned.collect(mailbox);
  const [debit] = await planned.debits();
  if (!debit) throw new Error("Nothing was planned");
  const ofPlanned = clientOf(planned.partner);
  const path = `/invoices/${planned.invoice.id}`;
  const shown = { debit_id: debit.id, collect_on: debit.collectOn, amount_cents: 4_500, mandate_reference: planned.mandate?.reference };
  expect((await ofPlanned.get(`${path}/collection`)).body).toMatchObject({
    next_message: null,
    late_fee: null,
    payments: [],
    debit: { ...shown, status: "planned" },
  });

  await givenFileOf(debit);
  expect((await ofPlanned.get(`${path}/collection`)).body).toMatchObject({
    debit: { ...shown, status: "at_bank" },
    payments: [{ method: "sdd", status: "pending", amount_cents: 4_500 }],
  });
  expect(outcome(await ofPlanned.post(`${path}/credit_and_retract`, retractionBody))).toBe("422 payment_in_progress");
});

test("a collection without debits has none of their fields", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true });
  const { body } = await clientOf(partner).get(`/invoices/${invoice.id}/collection`);
  expect(body).not.toHaveProperty("debit");
  expect(body).not.toHaveProperty("next_debit");
});

test("an import collects by debit once its settings say so, in a sandbox or once the operator opened debits, in euros and with a creditor identifier in force", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const client = clientOf(partner);
  const into = await givenImport(partner, { company: await givenCreditor(partner) });
  const path = `/imports/${into.id}/settings`;
  expect((await client.get(path)).body).toMatchObject({ direct_debit: false, debit_notice_days: 14 });
  expect((await client.put(path, { direct_debit: true, debit_notice_days: "5" })).body).toMatchObject({
    direct_debit: true,
    debit_notice_days: 5,
  });
  expect(outcome(await client.put(path, { bank_account_id: null }))).toBe("422 direct_debit_needs_account");

  const swiss = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
  await givenBankAccount(partner, swiss, { country: "CH", creditorIdentifier: "DE98ZZZ09999999999" });
  const abroad = await givenImport(partner, { company: swiss });
  expect(outcome(await client.put(`/imports/${abroad.id}/settings`, { direct_debit: true }))).toBe("422 direct_debit_only_in_euros");

  const live = await givenPartner();
  const ofLive = await givenImport(live, { company: await givenCreditor(live) });
  const refused = await clientOf(live).put(`/imports/${ofLive.id}/settings`, { direct_debit: true });
  expect(outcome(refused)).toBe("422 direct_debit_only_in_sandboxes");
  await openDebits(db, live.id);
  const taken = await clientOf(live).put(`/imports/${ofLive.id}/settings`, { direct_debit: true });
  expect(taken.body).toMatchObject({ direct_debit: true });
});
