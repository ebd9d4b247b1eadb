import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { payoutItems } from "@/db/schema/payouts";
import { users } from "@/db/schema/users";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { messageIdOf } from "@/server/bank/refund-files/message-id";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { givenMember } from "./given-person";
import { givenBankingCompany, givenBilled } from "./given-statement";

/** Account that the money came from. */
export const PAYER = "NL20INGB0001234567";

/** Creates a customer who has paid 5.00 too much, from an account that the statement names. `actor` is the second of two administrators. */
export async function givenOwed() {
  const given = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(given, { amountCents: 4_000, events: [{ type: "CREDIT-LINE", amountCents: -500 }] });
  await given.told([{ cents: 3_500, reference, iban: PAYER, bankReference: "B1" }]);
  const first = await givenMember(given.partner, { role: "administrator", name: "Femke Aarts" });
  const second = await givenMember(given.partner, { role: "administrator", name: "Idris Bell" });
  await creditAmount(db, given.partner.actor, invoice.id, 3, { amountCents: 500, description: "Left early" });
  const outstanding = async () => (await getInvoice(db, given.partner.actor, invoice.id)).amountTotalCents;
  if ((await outstanding()) !== -500) throw new Error("The payment was not booked");
  return { ...given, invoice, actor: second.actor, first, second, outstanding };
}

/** Creates a file that returns everything owed to the accounts from which the money came. `items`: the payments of the file. */
export async function orderOwed({ partner, actor, company }: Pick<Awaited<ReturnType<typeof givenOwed>>, "partner" | "actor" | "company">) {
  const owed = await listOwed(db, partner.actor, null);
  const chosen = owed.map(({ kind, id, amountCents, iban }) => ({ kind, id, amountCents, iban }));
  const payoutId = await createRefundFile(db, actor, company.id, chosen);
  const items = await db.select().from(payoutItems).where(eq(payoutItems.payoutId, payoutId)).orderBy(asc(payoutItems.id));
  return { payoutId, messageId: messageIdOf(payoutId), items, chosen };
}

/** Creates a file with two refunds, of 5.00 and 3.00, made by `actor`. `aboveCents`: amount above which the partner needs a second person. */
export async function givenRefundFile({ aboveCents = null }: { aboveCents?: number | null } = {}) {
  const given = await givenOwed();
  await db.update(partners).set({ secondPersonAboveCents: aboveCents }).where(eq(partners.id, given.partner.id));
  const { invoice, reference } = await givenBilled(given, { amountCents: 2_000, events: [{ type: "CREDIT-LINE", amountCents: -500 }] });
  await given.told([{ cents: 1_500, reference, iban: PAYER, bankReference: "B2" }], { id: "S2" });
  await creditAmount(db, given.partner.actor, invoice.id, 3, { amountCents: 300, description: "Left early" });
  const ordered = await orderOwed(given);
  const ofAmount = (cents: number) => {
    const item = ordered.items.find(({ amountCents }) => amountCents === cents);
    if (!item) throw new Error(`The file has no payment of ${cents}`);
    return item;
  };
  const disable = ({ person }: typeof given.first) => db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
  return { ...given, ...ordered, five: ofAmount(500), three: ofAmount(300), disable };
}
