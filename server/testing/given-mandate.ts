import { db } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import type { Mandate } from "@/server/billing/mandates/mandate";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { type GivenPartner, givenCompany } from "./given";
import { accountFacts, givenBankAccount } from "./given-bank-account";

let count = 0;

/** Returns the facts of a mandate of a new payer, valid and never used. */
export function mandateFacts(facts: GivenMandate = {}): GivenMandate & { reference: string; iban: string; customerEmail: string } {
  count += 1;
  return {
    customerEmail: `payer${count}@members.example`,
    reference: `M-${count}`,
    holder: "Ada Brandsma",
    iban: accountFacts({ country: "DE" }).iban,
    signedOn: "2026-06-01",
    ...facts,
  } as ReturnType<typeof mandateFacts>;
}

/** Creates a company that may collect by direct debit: in euros, with a creditor identifier. */
export async function givenCreditor(partner: GivenPartner): Promise<Company> {
  const company = await givenCompany(partner);
  await givenCreditorIdentifier(partner, company);
  return company;
}

/** Adds an account with a creditor identifier to the company. */
export function givenCreditorIdentifier(partner: GivenPartner, company: { id: string }): Promise<BankAccount> {
  return givenBankAccount(partner, company, { creditorIdentifier: "DE98ZZZ09999999999" });
}

/** Records a mandate of a company that may collect. */
export async function givenMandate(partner: GivenPartner, company: { id: string }, facts: GivenMandate = {}): Promise<Mandate> {
  const [outcome] = await recordMandates(db, partner.actor, company.id, [mandateFacts(facts)]);
  if (!outcome || !("mandate" in outcome)) throw new Error(`Not recorded: ${JSON.stringify(outcome)}`);
  return outcome.mandate;
}
