import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { findCustomer } from "@/server/customer-page/find-customer";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { formOf } from "@/server/testing/given-consent";
import { secretOf } from "@/server/testing/given-customer";
import { givenDebits } from "@/server/testing/given-debit";
import { withdrawOwnMandate } from "./withdraw-own-mandate";

const mailbox = { kind: "mailbox" } as const;

/** A payer whose invoice nobody has asked for yet, who opened its page. */
async function given() {
  const made = await givenDebits({ mandate: null, settings: { directDebit: true } });
  const secret = secretOf(await customerLink(db, made.partner.actor, made.invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("a new link opens nothing");
  const customer = { invoice: made.invoice, secret, actor };
  return { ...made, customer, ...formOf(customer), page: () => customerPageOf(customer) };
}

test("a mandate given before the first request collects the invoice, from the account that the payer named last", async () => {
  const { give, collect, debits, page } = await given();
  await give();
  await collect(mailbox);
  expect(await debits()).toMatchObject([{ status: "planned", amountCents: 4_500 }]);
  const { iban } = accountFacts({ country: "DE" });
  await give({ iban });
  const shown = await page();
  expect(shown).toContain(`IBAN ending in ${iban.slice(-4)}`);
  expect(shown).not.toContain("No direct debit is planned");
  expect(await debits()).toHaveLength(1);
});

test("a payer who agreed to more days of notice than a later import gives is debited after these days", async () => {
  const { give, company, customerEmail, partner, collect, debits } = await given();
  await give();
  await db.update(companySettings).set({ debitNoticeDays: 3 }).where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company });
  await givenInvoice(partner, { import: into, amountCents: 3_000, invoice: { customerEmail } });
  await transmitImport(db, partner.actor, into.id);
  await collect(mailbox);
  const planned = await debits();
  expect(planned.length).toBeGreaterThan(0);
  const days = planned.map(({ collectOn, announcedAt }) => daysFrom(dayAt(announcedAt), collectOn));
  for (const each of days) expect(each).toBeGreaterThanOrEqual(14);
});

test("withdrawing on the page takes the planned debit out at the next round, and the customer is asked instead", async () => {
  const { give, collect, debits, parts, customer, page } = await given();
  const outcome = await give();
  await collect(mailbox);
  await withdrawOwnMandate(db, customer.actor, "mandate" in outcome ? outcome.mandate.reference : "");
  await collect(mailbox);
  expect(await debits()).toMatchObject([{ status: "cancelled" }]);
  expect(await parts()).toMatchObject([{ status: "cancelled" }]);
  const shown = await page();
  expect(shown).not.toContain("IBAN ending in");
  expect(shown).toContain("Give a direct debit mandate");
});
