import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { addNote } from "@/server/desk/tickets/add-note";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { givenMember } from "@/server/testing/given-person";
import { type CaseWords, caseColumns, caseFacts, caseFile } from "./case-file";

/** Words that equal their keys. */
const words = new Proxy({}, { get: () => new Proxy({}, { get: (_, key) => String(key) }) }) as CaseWords;

describe("the case file", () => {
  test("contains debtor and creditor, the account with its balance, each message with its outcome, and the conversation without staff's notes", async () => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true });
    const member = await givenMember(partner);
    await collect();
    await createTicket(db, partner.actor, invoice.id, { message: "Please pay by Friday; else we hand it over." });
    await addNote(db, member.actor, invoice.id, { text: "Rude on the phone" });
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 1_500, reason: "Statement 12", mayExceed: false });
    await holdInvoice(db, partner.actor, invoice.id, { kind: "handed_over", reason: "=To the lawyer" });

    const rows = (await caseFile(db, partner.actor, invoice.id, "nl", words)).slice(1).split("\r\n");
    expect(rows.slice(0, caseFacts.length)).toEqual(
      expect.arrayContaining([`"email";"${customerEmail}"`, `"number";"${invoice.externalInvoiceNumber}"`, '"outstanding";"30,00 EUR"']),
    );
    expect(rows[caseFacts.length + 1]).toBe(caseColumns.map((column) => `"${column}"`).join(";"));
    const told = rows.slice(caseFacts.length + 2).map((row) => row.split(";").slice(1, 5).join(";"));
    expect(told).toContainEqual(expect.stringMatching(/^"INVOICE-LINE";.*;45,00;45,00$/));
    expect(told).toContainEqual(expect.stringMatching(/^"PAYMENT-LINE";.*;-15,00;30,00$/));
    expect(told).toContainEqual(expect.stringContaining('"handed_over";"\'=To the lawyer"'));
    expect(rows.join("\n")).toMatch(/"EMAIL";".*sent, [0-9a-f]{40}"/);
    expect(rows.join("\n")).toContain("Please pay by Friday");
    expect(rows.join("\n")).not.toContain("Rude");
  });

  test("calls money that the company paid back a refund, not a chargeback", async () => {
    const { partner, invoice } = await givenCollected({ isSandbox: true });
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 5_000, reason: "Statement 12", mayExceed: true });
    await recordRefund(db, partner.actor, invoice.id, { lines: 2, refunds: 0 }, { amountCents: 500, reason: "Statement 13" });
    const file = await caseFile(db, partner.actor, invoice.id, "nl", words);
    expect(file).toMatch(/"refund";.*;5,00;0,00/);
    expect(file).not.toContain("CHARGEBACK-LINE");
  });

  test("can be read by the partner only", async () => {
    const { invoice } = await givenCollected();
    const stranger = await givenPartner();
    await expect(caseFile(db, stranger.actor, invoice.id, "en", words)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  });
});
