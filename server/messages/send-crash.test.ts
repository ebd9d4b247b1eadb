import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { messages } from "@/db/schema/messages";
import { env } from "../env";
import { newId } from "../id";
import { transmitImport } from "../imports/transmit-import";
import { givenImport, givenInvoice, givenPartner, times } from "../testing/given";
import { leaveOthersAlone } from "../testing/given-collection";
import { type Host, startProductionProcess } from "../testing/hosts";
import { startSmtpServer } from "../testing/smtp-server";

const INVOICES = 300;
const KILLS = 3;

test("kill -9 of senders while messages leave: none is sent twice, and none is missing save those of which nobody knows", {
  timeout: 240_000,
}, async () => {
  await leaveOthersAlone();
  const folder = mkdtempSync(join(tmpdir(), "ics-send-"));
  const smtp = await startSmtpServer();
  const mailServer = { SMTP_URL: smtp.url, MAIL_FROM: "Collection <no-reply@portal.example>" };
  const start = () => startProductionProcess(folder, { ...database(), ...mailServer });
  let victim: Host = await start();
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const invoices = await Promise.all(
    times(INVOICES, () => givenInvoice(partner, { import: into, invoice: { customerEmail: `${newId()}@members.example` } })),
  );

  await transmitImport(db, partner.actor, into.id);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await until(() => smtp.received.length >= (kill * INVOICES) / (KILLS + 1));
    victim.kill();
    victim = await start();
    // What the dead one had is due again after its lease, which nobody waits for here.
    await db.execute(
      sql`update outgoing_messages set next_attempt_at = now() where partner_id = ${partner.id} and state in ('waiting', 'handing_over')`,
    );
  }
  await until(async () => (await over(partner.id)) === INVOICES);
  await victim.stop();

  const states = await db
    .select({ id: outgoingMessages.id, state: outgoingMessages.state })
    .from(outgoingMessages)
    .where(eq(outgoingMessages.partnerId, partner.id));
  const unknown = new Set(states.filter(({ state }) => state === "unknown").map(({ id }) => id));
  const sent = smtp.received.map(({ data }) => /^Message-ID: <([0-9a-f]{40})@/m.exec(data)?.[1] ?? "");
  expect(new Set(sent).size).toBe(sent.length);
  expect(states.filter(({ id }) => !sent.includes(id) && !unknown.has(id))).toEqual([]);
  // Of each sender at most what it had under way.
  expect(unknown.size).toBeLessThanOrEqual(KILLS * 10);
  const recorded = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      inArray(
        messages.invoiceId,
        invoices.map(({ id }) => id),
      ),
    );
  expect(recorded).toHaveLength(INVOICES);
  await smtp.close();
  rmSync(folder, { recursive: true });
});

function database(): Record<string, string> {
  const { pathname } = new URL(env().DATABASE_URL);
  return { DATABASE_URL: env().DATABASE_URL, MIGRATION_DATABASE_URL: Object.assign(new URL(inject("adminUrl")), { pathname }).href };
}

/** How many of the partner's messages are sent, or known to be of unknown outcome. */
async function over(partnerId: string): Promise<number> {
  const rows = await db
    .select({ id: outgoingMessages.id })
    .from(outgoingMessages)
    .where(
      and(eq(outgoingMessages.partnerId, partnerId), ne(outgoingMessages.state, "waiting"), ne(outgoingMessages.state, "handing_over")),
    );
  return rows.length;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}
