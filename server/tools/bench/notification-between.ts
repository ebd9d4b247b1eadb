import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@/db/client";
import type { Actor } from "@/server/actor";
import { readInvoiceIds, serveLocally } from "@/server/testing/serve-locally";
import { lookAt, makeReader, startSender, withDatabase, writeVersion } from "./notification-setup";
import { Witness } from "./notification-witness";
import { print } from "./report";

// Checks that no change between a delivery and its confirmation is missed. Each notified invoice is changed again before the notification
// is confirmed; a confirmation must cover only what was sent.

const RUNS = Number(process.argv[3] ?? 10_000);
const PARTNERS = 10;
const INVOICES_OF_EACH = 10;
/** Changes that are not delivered within this time never will be, because the endpoints are real-time and confirm everything. */
const STANDSTILL_MS = 10_000;

/** When the change is committed: before the answer, at the same moment, or afterwards by a transaction that began before. */
const moments = ["before", "meanwhile", "after"] as const;

await withDatabase(20, measure);

async function measure(connection: Connection): Promise<void> {
  const witness = new Witness(lookAt(connection));
  const placedOn = new Map<string, { actor: Actor; version: number }>();
  const placed = { before: 0, meanwhile: 0, after: 0 };
  let runs = 0;
  let committedRuns = 0;
  let toldAt = performance.now();

  const receiver = await serveLocally(async (request, response) => {
    const ids = await readInvoiceIds(request);
    toldAt = performance.now();
    const changes: Promise<void>[] = [];
    let earliest: Promise<void> | undefined;
    await witness.sawNotification(ids);
    for (const id of ids) {
      if (runs >= RUNS) break;
      const moment = moments[runs % moments.length] ?? "before";
      runs += 1;
      placed[moment] += 1;
      const change = place(id, moment === "after" ? 2 + Math.random() * 20 : 0);
      if (moment === "before") changes.push(change.committed);
      if (moment === "after") earliest = change.begun;
    }
    await Promise.all([...changes, earliest]);
    response.writeHead(204).end();
  });

  /** Writes the invoice's next version in a transaction that stays open for `openMs`. */
  function place(invoiceId: string, openMs: number) {
    const invoice = placedOn.get(invoiceId);
    if (!invoice) throw new Error("notified of an unknown invoice");
    invoice.version += 1;
    const { actor, version } = invoice;
    let sayBegun = () => {};
    const begun = new Promise<void>((resolve) => {
      sayBegun = resolve;
    });
    const committed = connection.db
      .transaction(async (tx) => {
        await writeVersion(tx, actor, invoiceId, version);
        sayBegun();
        await wait(openMs);
      })
      .then(() => {
        witness.sawCommit(invoiceId);
        committedRuns += 1;
      });
    return { begun, committed };
  }

  for (let count = 0; count < PARTNERS; count += 1) {
    const { actor, invoiceIds } = await makeReader(connection, receiver.url, INVOICES_OF_EACH);
    for (const id of invoiceIds) placedOn.set(id, { actor, version: 0 });
  }
  const sender = startSender();
  toldAt = performance.now();
  while ((committedRuns < RUNS || witness.missed() > 0) && performance.now() - toldAt < STANDSTILL_MS) await wait(50);

  print(
    [
      `${runs} changes between a send and its confirmation: ${JSON.stringify(placed)}`,
      `missed = ${witness.missed()} (to reach: 0)`,
      `older than told = ${witness.olderThanTold} (to reach: 0)`,
    ].join("\n"),
  );
  if (committedRuns < RUNS || witness.missed() + witness.olderThanTold > 0) process.exitCode = 1;
  sender.kill("SIGKILL");
  receiver.close();
}
