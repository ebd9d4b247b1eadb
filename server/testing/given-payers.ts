import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import { MOST_MANDATES, recordMandates } from "@/server/billing/mandates/record-mandates";
import { type GivenPartner, givenImport } from "./given";
import { mandateFacts } from "./given-mandate";
import { newInvoiceFor } from "./new-records";

/**
 * Creates an import of many invoices, each of another payer, that is not transmitted yet. Amounts are from 10.00 to 59.99. `isByDebit`: each
 * payer has a mandate, and the company collects by direct debit.
 */
export async function givenPayers(
  partner: GivenPartner,
  company: Company,
  { count, isByDebit }: { count: number; isByDebit: boolean },
): Promise<Import> {
  if (isByDebit) await db.update(companySettings).set({ directDebit: true }).where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company });
  const given = Array.from({ length: count }, (_, index) => ({ customerEmail: `payer${index}@members.example`, index }));
  for (let start = 0; start < count; start += AT_ONCE) {
    const some = given.slice(start, start + AT_ONCE);
    const invoices = some.map(({ customerEmail, index }) => ({ ...newInvoiceFor(into.id, 1_000 + (index % 5_000)), customerEmail }));
    await createInvoices(db, partner.actor, into.id, invoices);
    if (!isByDebit) continue;
    const facts = some.map(({ customerEmail }) => mandateFacts({ customerEmail }));
    const outcomes = await recordMandates(db, partner.actor, company.id, facts);
    if (!outcomes.every((outcome) => "mandate" in outcome)) throw new Error("A mandate was not recorded");
  }
  return into;
}

const AT_ONCE = MOST_MANDATES;

/** Creates a transmitted import of such invoices by debit. Each debit is planned, and its payer was told of it. */
export async function givenPlannedDebits(partner: GivenPartner, company: Company, count: number): Promise<void> {
  const into = await givenPayers(partner, company, { count, isByDebit: true });
  await transmitImport(db, partner.actor, into.id);
  await decideAll(partner);
  await db.update(outgoingMessages).set({ state: "sent" }).where(eq(outgoingMessages.partnerId, partner.id));
}

/** Takes all steps that are due, and sends nothing. */
async function decideAll({ id }: Pick<GivenPartner, "id">): Promise<void> {
  const scope = { partnerId: id };
  while ((await beginCollections(db, scope)) > 0);
  while ((await takeDueSteps(db, { canMail: true, scope })) > 0);
}
