import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, db } from "@/db/client";
import { env } from "@/server/env";
import { clientOf } from "@/server/testing/client";
import { contractHost } from "@/server/testing/contract-host";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

const ROUNDS = 8;

test("invoices, lines and companies are answered, and the process stays ready, while all connections for other requests wait for a lock", async () => {
  const partner = await givenPartner();
  const locked = await givenImport(partner);
  const { id, companyId } = await givenInvoice(partner);
  const client = clientOf(partner);
  const holder = connect(env().DATABASE_URL, { max: 1 });
  // The service gives up waiting for a lock after 3 s. On a busy machine a round may take longer, and is then not one in which all waited.
  let waitedThroughout = false;
  for (let round = 0; round < ROUNDS && !waitedThroughout; round += 1) {
    let gaveUp = 0;
    let waiting: Promise<unknown>[] = [];
    await holder.db.transaction(async (tx) => {
      await tx.execute(sql`select from imports where id = ${locked.id} for update`);
      waiting = times(env().DATABASE_POOL + 2, () => client.put(`/imports/${locked.id}`, { title: "Waits" }).finally(() => (gaveUp += 1)));
      while (gaveUp === 0 && (await waitingNow()) < env().DATABASE_POOL) await wait(20);

      for (const path of [`/invoices/${id}`, `/invoices/${id}/lines`, `/companies/${companyId}`]) {
        expect(outcome(await client.get(path))).toBe("200");
      }
      // If the process were not ready, a balancer would remove it, and likewise all others: nothing would be answered.
      expect((await fetch(`${contractHost().baseUrl}/api/ready`)).status).toBe(200);
      waitedThroughout = gaveUp === 0;
    });
    await Promise.all(waiting);
  }
  await holder.close();
  expect(waitedThroughout).toBe(true);
}, 120_000);

async function waitingNow(): Promise<number> {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waiting)).length;
}
