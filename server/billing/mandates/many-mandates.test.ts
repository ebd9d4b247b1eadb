import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor, mandateFacts } from "@/server/testing/given-mandate";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { recordMandates } from "./record-mandates";
import { whereMandateMissing } from "./valid-mandate";

const ownerUrl = givenOwnDatabase("many_mandates");

test("a payer's mandate is found by their key alone, also among a thousand", async () => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await recordMandates(
    db,
    partner.actor,
    company.id,
    Array.from({ length: 1_000 }, () => mandateFacts()),
  );
  // Without statistics every index looks equally good. Postgres collects them within a minute.
  const owner = connect(ownerUrl, { max: 1 });
  await owner.db.execute(sql`analyze mandates`);
  await owner.close();
  const plan = await db.execute(sql`explain select count(*) filter (where ${whereMandateMissing("2026-12-01")}) from ${invoices}
    where ${invoices.partnerId} = ${partner.id}`);
  const text = JSON.stringify(plan);
  expect(text).toMatch(/mandates_by_(?:payer|customer)/);
  expect(text).not.toMatch(/mandates_by_reference|mandates_in_order|Seq Scan on mandates/);
  expect(await db.$count(mandates, sql`${mandates.partnerId} = ${partner.id}`)).toBe(1_000);
});
