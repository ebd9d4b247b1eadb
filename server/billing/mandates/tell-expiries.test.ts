import { and, eq, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { failStatements } from "@/server/testing/failing-statements";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { tellExpiries } from "./tell-expiries";

const ownerUrl = givenOwnDatabase("mandate_expiries");

/** A partner with so many mandates that have expired. */
async function givenExpired(count: number): Promise<GivenPartner> {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCreditor(partner);
  for (let each = 0; each < count; each += 1)
    await givenMandate(partner, company, { reference: `expires-${each}`, signedOn: addMonths(addDays(dayAt(new Date()), 5), -36) });
  await jumpClock(partner, 10);
  return partner;
}

async function toldOf({ id }: GivenPartner): Promise<number> {
  const told = await db
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.partnerId, id), isNotNull(mandates.expiryToldOn)));
  return told.length;
}

test("expiries are recorded in batches until none is left, each once", async () => {
  const partner = await givenExpired(5);
  const scope = { partnerId: partner.id };
  expect(await tellExpiries(db, { scope, atOnce: 2 })).toBe(5);
  expect(await toldOf(partner)).toBe(5);
  const changed = await db
    .select({ transaction: sql<string>`${mandates}.xmin::text` })
    .from(mandates)
    .where(eq(mandates.partnerId, partner.id));
  expect(new Set(changed.map(({ transaction }) => transaction)).size).toBe(3);
  expect(await tellExpiries(db, { scope, atOnce: 2 })).toBe(0);
});

test.each(["55P03", "P0001"])("a partner that fails with %s stops no other one, and is seen", async (code) => {
  // The partners of other tests.
  await tellExpiries(db);
  const [one, other] = [await givenExpired(1), await givenExpired(1)];
  const [failing, working] = one.id < other.id ? [one, other] : [other, one];
  const release = await failStatements(ownerUrl, {
    table: "mandates",
    event: "update",
    condition: `new.partner_id = '${failing.id}'`,
    code,
  });
  const round = tellExpiries(db);
  if (code === "55P03") expect(await round).toBe(1);
  else await expect(round).rejects.toThrow(AggregateError);
  expect([await toldOf(failing), await toldOf(working)]).toEqual([0, 1]);
  await release();
  expect(await tellExpiries(db, { scope: { partnerId: failing.id } })).toBe(1);
});
