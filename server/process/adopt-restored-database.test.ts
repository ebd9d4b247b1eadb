import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, db } from "@/db/client";
import { dailyRollups } from "@/db/schema";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { foldChanges } from "@/server/notifications/fold-changes";
import { listChanges } from "@/server/notifications/list-changes";
import { givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { adoptRestoredDatabase } from "./adopt-restored-database";

// Uses a separate database, because the test adapts the whole database.

const ownerUrl = givenOwnDatabase("restored");

/** Sets transaction numbers as in a dump from a server with a billion more transactions. */
async function moveToNewServer(): Promise<void> {
  const { db: superuser, close } = connect(Object.assign(new URL(ownerUrl), { search: "" }).href, { max: 1 });
  const later = (number: string) => sql.raw(`(${number}::text::bigint + 1000000000)::text::xid8`);
  await superuser.execute(sql`set session_replication_role = replica`);
  await superuser.execute(sql`update changes set transaction_id = ${later("transaction_id")}`);
  await superuser.execute(sql`update rollup_states set complete_before = ${later("complete_before")},
    unasked_before = ${later("complete_before")}, moved_in = ${later("complete_before")}`);
  await superuser.execute(sql`
    update endpoints set folded = (${later("pg_snapshot_xmin(folded)")}::text || ':' || ${later("pg_snapshot_xmax(folded)")}::text || ':')::pg_snapshot`);
  await close();
}

test("after a move to a server with lower transaction numbers, partners are notified and figures are updated", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const endpoint = await givenEndpoint(partner);
  const bill = (amountCents: number) => givenInvoice(partner, { company, amountCents, transmitted: true });
  const billed = async () => {
    await refreshRollups(db);
    const rows = await db.select().from(dailyRollups).where(eq(dailyRollups.companyId, company.id));
    return rows.reduce((sum, { billedCents }) => sum + billedCents, 0);
  };
  const quiet = await givenPartner();
  const quietEndpoint = await givenEndpoint(quiet);
  await givenInvoice(quiet);
  const told = await bill(1_000);
  await foldChanges(db);
  expect(await billed()).toBe(1_000);
  const { nextCursor } = await listChanges(db, partner.actor, { cursor: null, pageSize: 100 });
  await db.execute(sql`delete from owed`);
  const notToldYet = await bill(200);

  await moveToNewServer();
  expect(await adoptRestoredDatabase(ownerUrl)).toBe(true);
  expect(await adoptRestoredDatabase(ownerUrl)).toBe(false);

  const afterwards = await bill(30);
  const newOfQuiet = await givenInvoice(quiet);
  await foldChanges(db);
  const invoicesOf = (ids: string[]) => ids.filter((id) => [told, notToldYet, afterwards].some((invoice) => invoice.id === id)).sort();
  expect(invoicesOf(await endpoint.owed())).toEqual([notToldYet.id, afterwards.id].sort());
  expect(await quietEndpoint.owed()).toEqual([newOfQuiet.id]);
  expect(await billed()).toBe(1_230);
  // A figure that was marked is computed once, and not at each refresh. It counts as complete once transactions of other tests have ended.
  await expect.poll(() => refreshRollups(db, { scope: { partnerId: partner.id } })).toBe(0);
  // As if the cursor came from a server with lower transaction numbers.
  const { invoiceIds } = await listChanges(db, partner.actor, { cursor: nextCursor, pageSize: 100 });
  expect(invoicesOf(invoiceIds)).toEqual([told.id, notToldYet.id, afterwards.id].sort());
});

test("a database that was not moved stays unchanged", async () => {
  const partner = await givenPartner();
  await givenEndpoint(partner);
  await givenInvoice(partner);
  expect(await adoptRestoredDatabase(ownerUrl)).toBe(false);
});
