import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { partners } from "@/db/schema/partners";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "./given";
import { givenBankAccount } from "./given-bank-account";
import { givenMandate } from "./given-mandate";

export interface SeasonStage {
  /** Number of invoices. The first two of every three have the same payer. */
  size?: number;
  /** Number of the first invoices that are collected by direct debit. */
  debited?: number;
  iban?: string;
  /** Time of the sandbox's clock at the start, later than now; default: now. */
  startsAt?: Date;
}

/** Creates a sandbox with a club's transmitted invoices, whose season can be played. */
export async function givenInvoicesOfSeason({ size = 9, debited = 0, iban, startsAt }: SeasonStage = {}) {
  const partner = await givenSandbox(startsAt);
  const company = await givenCompany(partner, { currency: "EUR", countryCode: "DE", locale: "en", city: "Kiel", zipcode: "24103" });
  await givenBankAccount(partner, company, { country: "DE", creditorIdentifier: "DE98ZZZ09999999999", ...(iban && { iban }) });
  if (debited > 0) await db.update(companySettings).set({ directDebit: true }).where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company });
  for (let nth = 0; nth < size; nth += 1) {
    const payer = nth % 3 === 1 ? nth - 1 : nth;
    const customerEmail = `payer${payer}@members.example`;
    if (nth < debited && payer === nth) await givenMandate(partner, company, { customerEmail });
    await givenInvoice(partner, {
      import: into,
      amountCents: 4_000 + nth,
      invoice: { externalInvoiceNumber: `R-${nth}`, customerEmail, customerFirstName: "Ada", customerLastName: `Member ${payer}` },
    });
  }
  await transmitImport(db, partner.actor, into.id);
  return { partner, company };
}

async function givenSandbox(startsAt: Date | undefined): Promise<GivenPartner> {
  const partner = await givenPartner({ isSandbox: true });
  if (!startsAt) return partner;
  const clockOffsetMs = startsAt.getTime() - Date.now();
  await db.update(partners).set({ clockOffsetMs }).where(eq(partners.id, partner.id));
  return { ...partner, actor: { ...partner.actor, clockOffsetMs } };
}
