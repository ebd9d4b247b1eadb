import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenInvoice, givenPartner, times } from "@/server/testing/given";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import { getInvoice } from "./find-invoice";

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };

test("of twenty simultaneous retractions one succeeds and one credit line is written", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 9_000 });

  const outcomes = await Promise.allSettled(times(20, () => creditAndRetractInvoice(db, partner.actor, invoice.id, retraction)));

  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  const { lines, amountTotalCents } = await getInvoice(db, partner.actor, invoice.id);
  expect(lines.map((line) => line.amountCents)).toEqual([9_000, -9_000]);
  expect(amountTotalCents).toBe(0);
});
