import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { db } from "@/db/client";
import { heldReplies } from "@/db/schema/conversations";
import { env } from "@/server/env";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenDueReply } from "@/server/testing/given-due-reply";
import { givenMember } from "@/server/testing/given-person";
import { startProductionProcess } from "@/server/testing/hosts";
import { listTickets } from "./list-tickets";

// The production process sends the held replies of all partners, oldest first, so those of other tests are removed.
beforeAll(async () => {
  await db.delete(heldReplies);
});

const REPLIES = 60;
const DUE_WITHIN_MS = 3_000;

test("kill -9 while two processes release replies: each is sent once", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ics-release-"));
  const partner = await givenPartner();
  const { actor } = await givenMember(partner);
  const into = await givenImport(partner);
  const invoices = await Promise.all(times(REPLIES, () => givenInvoice(partner, { import: into })));
  const start = () => startProductionProcess(folder, { DATABASE_URL: env().DATABASE_URL }, ["--only", "work"]);
  const [victim, survivor] = await Promise.all(times(2, start));
  onTestFinished(() => {
    victim?.kill();
    survivor?.kill();
  });

  await Promise.all(
    invoices.map((invoice, index) =>
      givenDueReply(invoice, actor, {
        message: `Answer ${index}`,
        thenArchive: index % 2 === 0,
        dueInMs: (index / REPLIES) * DUE_WITHIN_MS,
      }),
    ),
  );
  await untilHeld(partner.id, REPLIES / 2);
  victim?.kill();
  await untilHeld(partner.id, 0);

  const sent = await Promise.all(invoices.map(({ id }) => listTickets(db, partner.actor, id)));
  expect(sent.map((tickets) => tickets.map(({ message, status }) => [message, status]))).toEqual(
    invoices.map((_, index) => [[`Answer ${index}`, index % 2 === 0 ? "archived" : "answered"]]),
  );
  await survivor?.stop();
  rmSync(folder, { recursive: true });
});

/** Waits until at most `most` of the partner's replies are left. */
async function untilHeld(partnerId: string, most: number): Promise<void> {
  for (;;) {
    const held = await db.select({ id: heldReplies.id }).from(heldReplies).where(eq(heldReplies.partnerId, partnerId));
    if (held.length <= most) return;
    await wait(20);
  }
}
