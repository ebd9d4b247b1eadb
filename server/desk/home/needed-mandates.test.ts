import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { withinCompany } from "@/server/actor";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { listMandates } from "@/server/billing/mandates/list-mandates";
import type { Mandate } from "@/server/billing/mandates/mandate";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { bankDayIn, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { getHome } from "./get-home";

const today = dayAt(new Date());
/** Day of the signature of a mandate that expires on the day. */
const signedFor = (expiresOn: string) => addMonths(expiresOn, -36);

/** A company that collects, whose payers each owe an invoice. */
async function given() {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const at = (days: number) => ({ ...partner.actor, clockOffsetMs: days * DAY_MS });
  return {
    partner,
    company,
    at,
    payer: (options: Parameters<typeof givenPlannedDebit>[2] = {}) => givenPlannedDebit(partner, company, options),
    /** The number on Home, which is that of the list and of its rows. */
    needed: async (days = 0) => {
      const listed = await listMandates(db, at(days), company.id, { pageNumber: 1, pageSize: 50, isAnotherNeeded: true });
      expect(listed.totalEntries).toBe(listed.neededCount);
      const ofCompany = (await getHome(db, at(days))).needsMe.mandates.filter(({ companyId }) => companyId === company.id);
      expect(ofCompany.reduce((sum, { count }) => sum + count, 0)).toBe(listed.neededCount);
      return listed.entries.map(({ id }) => id);
    },
  };
}

const returnedBy = (mandate: Mandate, endedAt = new Date()) =>
  db.update(mandates).set({ endedAt, endedReason: "returned", endedBy: "system" }).where(eq(mandates.id, mandate.id));

const paid = { amountCents: 4_500, reason: "Statement 3", mayExceed: false };
const retraction = { creditNoteNumber: "C", description: "x", retractionReason: null, showRetractionReasonToCustomer: false };

describe("a payer needs another mandate", () => {
  test("whose last one a bank's reason ended, who withdrew it, or whose one expired, on Home and in the list alike", async () => {
    const { partner, payer, needed } = await given();
    const [returned, withdrawn, expiring, kept] = [
      await payer(),
      await payer(),
      await payer({ collectOn: bankDayIn(2), mandate: { signedOn: signedFor(addDays(today, 20)) } }),
      await payer(),
    ];
    expect(await needed()).toEqual([]);
    await returnedBy(returned.mandate);
    await withdrawMandate(db, partner.actor, withdrawn.mandate.id);
    expect(await needed()).toEqual([returned.mandate.id, withdrawn.mandate.id]);
    expect(await needed(19)).not.toContain(expiring.mandate.id);
    expect(await needed(20)).toEqual([returned.mandate.id, withdrawn.mandate.id, expiring.mandate.id]);
    expect(await needed(20)).not.toContain(kept.mandate.id);
  });

  test("until they give one, pay, or their invoice is cancelled", async () => {
    const { partner, company, payer, needed } = await given();
    const [gives, pays, leaves] = [await payer(), await payer(), await payer()];
    for (const { mandate } of [gives, pays, leaves]) await withdrawMandate(db, partner.actor, mandate.id);
    expect(await needed()).toHaveLength(3);
    await givenMandate(partner, company, { customerEmail: gives.mandate.customerKey });
    expect(await needed()).toEqual([pays.mandate.id, leaves.mandate.id]);
    // Planned debits are taken out by the background work, which does not run here.
    const [ofPaying, ofLeaving] = [pays.invoices[0], leaves.invoices[0]];
    await recordExternalPayment(db, partner.actor, ofPaying?.id ?? "", 1, paid);
    await creditAndRetractInvoice(db, partner.actor, ofLeaving?.id ?? "", retraction);
    expect(await needed()).toEqual([]);
  });

  test("for a year, so that no old invoice asks for ever", async () => {
    const { payer, needed } = await given();
    const { mandate } = await payer();
    await returnedBy(mandate);
    expect(await needed(360)).toEqual([mandate.id]);
    expect(await needed(370)).toEqual([]);
  });
});

describe("no other mandate is needed", () => {
  test("by payers of imports that do not collect by direct debit", async () => {
    const { partner, payer, needed } = await given();
    const { mandate } = await payer({ isOn: false });
    await withdrawMandate(db, partner.actor, mandate.id);
    expect(await needed()).toEqual([]);
  });

  test("while the bank has the debit of the only invoice", async () => {
    const { partner, company, payer, needed } = await given();
    const { mandate } = await payer();
    await makeFiles(partner.actor, company);
    await withdrawMandate(db, partner.actor, mandate.id);
    expect(await needed()).toEqual([]);
  });

  test("of a company by another one, and none is shown to people who do not see the company", async () => {
    const { partner, company, payer } = await given();
    const other = await givenCreditor(partner);
    const { mandate } = await payer();
    await withdrawMandate(db, partner.actor, mandate.id);
    const shown = async (actor: typeof partner.actor) => (await getHome(db, actor)).needsMe.mandates;
    expect(await shown(partner.actor)).toEqual([{ companyId: company.id, companyName: company.name, count: 1 }]);
    expect(await shown(withinCompany(partner.actor, other.id))).toEqual([]);
    expect(await shown({ ...partner.actor, companyIds: [] })).toEqual([]);
    expect(await shown((await givenPartner()).actor)).toEqual([]);
  });
});
