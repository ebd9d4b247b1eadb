import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, db } from "@/db/client";
import { only } from "@/db/rows";
import { env } from "@/server/env";
import { clientOf } from "@/server/testing/client";
import { contractHost } from "@/server/testing/contract-host";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

test("invoices, lines and companies are answered, and the process stays ready, while all connections for other requests wait for a lock", async () => {
  const partner = await givenPartner();
  const locked = await givenImport(partner);
  const { id, companyId } = await givenInvoice(partner);
  const client = clientOf(partner);
  const holder = connect(env().DATABASE_URL, { max: 1 });
  let settled = 0;
  let waiting: Promise<unknown>[] = [];
  await holder.db.transaction(async (tx) => {
    await tx.execute(sql`select from imports where id = ${locked.id} for update`);
    waiting = Array.from({ length: env().DATABASE_POOL + 2 }, () =>
      client.put(`/imports/${locked.id}`, { title: "Waits" }).finally(() => (settled += 1)),
    );
    await untilWaiting(env().DATABASE_POOL);

    for (const path of [`/invoices/${id}`, `/invoices/${id}/lines`, `/companies/${companyId}`]) {
      expect(outcome(await client.get(path))).toBe("200");
    }
    // If the process were not ready, a balancer would remove it, and likewise all others: nothing would be answered.
    expect((await fetch(`${contractHost().baseUrl}/api/ready`)).status).toBe(200);
    expect(settled).toBe(0);
  });
  await Promise.all(waiting);
  await holder.close();
});

async function untilWaiting(count: number): Promise<void> {
  const waitingNow = async () =>
    only(
      await db.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ).count;
  while ((await waitingNow()) < count) await wait(20);
}
