import { expect, test } from "vitest";
import { db } from "@/db/client";
import { transmitImport } from "../imports/transmit-import";
import { givenImport, givenInvoice, givenPartner } from "../testing/given";
import { interleave } from "../testing/interleavings";

const INVOICES = 40;

test("whatever happens at once to an invoice, only what is allowed comes of it, and its books agree", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const ids: string[] = [];
  for (let index = 0; index < INVOICES; index += 1) {
    ids.push((await givenInvoice(partner, { import: into, amountCents: 1_000 * (1 + (index % 3)) })).id);
  }
  await transmitImport(db, partner.actor, into.id);

  const outcomes = new Set<string>();
  for (const [seed, id] of ids.entries()) {
    const interleaved = await interleave(db, partner.actor, id, seed);
    expect(interleaved.violations).toEqual([]);
    for (const outcome of interleaved.outcomes.keys()) outcomes.add(outcome);
  }
  // What never happened was not tried.
  expect([...outcomes]).toEqual(
    expect.arrayContaining(["retract done", "retract payment_in_progress", "refund done", "refundByHand done"]),
  );
}, 120_000);
