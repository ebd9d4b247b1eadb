import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@/db/client";
import { readInvoiceIds, serveLocally } from "@/server/testing/serve-locally";
import { createNotifiedPartner, lookAt, type NotifiedPartner, startSender, withDatabase, writeVersion } from "./notification-setup";
import { Witness } from "./notification-witness";
import { print, say } from "./report";

// Measures the speed of notifications: first a backlog for 100 endpoints, then 100 changes a second in real time, then the same while 10
// endpoints do not answer. Runs one sender, with receivers that confirm immediately.

const ENDPOINTS = 100;
const HANGING = 10;
const OWED_BY_EACH = 1_000;
const CHANGES_A_SECOND = 100;
const MEASURED_S = 30;
const SETTLING_S = 10;
const DRAIN_GOAL_S = 600;

async function measure(connection: Connection): Promise<void> {
  const receiver = await startReceivers();
  const partners: NotifiedPartner[] = [];
  for (let number = 0; number < ENDPOINTS; number += 1) {
    partners.push(await createNotifiedPartner(connection, receiver.urlOf(number), OWED_BY_EACH));
    if (number % 10 === 9) say(`${number + 1} of ${ENDPOINTS} endpoints`);
  }

  const began = performance.now();
  const sender = startSender();
  const wanted = ENDPOINTS * OWED_BY_EACH;
  while (receiver.ids.size < wanted && performance.now() - began < DRAIN_GOAL_S * 1_000) await wait(50);
  print(
    `${receiver.ids.size} of ${wanted} owed ids over ${ENDPOINTS} endpoints sent in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );

  const rounds = new Rounds(connection, receiver);
  // Lets Postgres clean up after so many rows.
  await rounds.pace(partners, SETTLING_S);
  const undisturbed = await rounds.pace(partners, MEASURED_S);
  print(`${CHANGES_A_SECOND} changes a second: p50 ${undisturbed.p50} ms, p99 ${undisturbed.p99} ms (to reach: 1,000 and 5,000)`);
  receiver.hang(HANGING);
  const [hanging, others] = [partners.slice(0, HANGING), partners.slice(HANGING)];
  // Gives the hanging endpoints requests in flight before the measurement begins.
  await rounds.change(hanging, { seconds: 5, aSecond: CHANGES_A_SECOND });
  const disturbed = await rounds.pace(others, MEASURED_S, hanging);
  print(`the same, ${HANGING} of ${ENDPOINTS} hanging: p50 ${disturbed.p50} ms, p99 ${disturbed.p99} ms`);
  print(`p99 of the others: ${(disturbed.p99 / undisturbed.p99).toFixed(2)} of what it is undisturbed (to reach: at most 2)`);

  sender.kill("SIGKILL");
  receiver.close();
}

class Rounds {
  private readonly witness: Witness;
  /** Versions of all invoices changed in any round. */
  private readonly versions = new Map<string, number>();

  constructor(
    private readonly connection: Connection,
    receiver: Receivers,
  ) {
    this.witness = new Witness(lookAt(connection));
    receiver.tell(this.witness);
  }

  /** Measures the times from changes to their notifications, in ms, while hanging endpoints have changes as well. */
  async pace(partners: NotifiedPartner[], seconds: number, hanging: NotifiedPartner[] = []) {
    const { witness } = this;
    await Promise.all([
      this.change(partners, { seconds, aSecond: CHANGES_A_SECOND }, (invoiceId) => witness.sawCommit(invoiceId)),
      hanging.length > 0 && this.change(hanging, { seconds, aSecond: 10 }),
    ]);
    for (const until = Date.now() + 30_000; witness.missed() > 0 && Date.now() < until; ) await wait(100);
    if (witness.missed() > 0) print(`${witness.missed()} records were not told of`);
    return witness.takeLatencies();
  }

  async change(
    partners: NotifiedPartner[],
    { seconds, aSecond }: { seconds: number; aSecond: number },
    onCommit: (invoiceId: string) => void = () => {},
  ): Promise<void> {
    const running = new Set<Promise<void>>();
    const began = performance.now();
    for (let count = 0; count < seconds * aSecond; count += 1) {
      await wait(Math.max(0, began + (count * 1_000) / aSecond - performance.now()));
      const partner = partners[Math.floor(Math.random() * partners.length)];
      const invoiceId = partner?.invoiceIds[Math.floor(Math.random() * partner.invoiceIds.length)];
      if (!partner || !invoiceId) continue;
      const version = (this.versions.get(invoiceId) ?? 0) + 1;
      this.versions.set(invoiceId, version);
      const work = writeVersion(this.connection.db, partner.actor, invoiceId, version).then(() => {
        onCommit(invoiceId);
        running.delete(work);
      });
      running.add(work);
    }
    await Promise.all(running);
  }
}

type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Starts one server for all endpoints, which are distinguished by their paths. */
async function startReceivers() {
  const ids = new Set<string>();
  let hanging = 0;
  let witness: Witness | undefined;
  const { url, close } = await serveLocally(async (request, response) => {
    if (Number(request.url?.slice(1)) < hanging) return;
    const told = await readInvoiceIds(request);
    response.writeHead(204).end();
    for (const id of told) ids.add(id);
    await witness?.sawNotification(told);
  });
  return {
    ids,
    urlOf: (number: number) => `${url}/${number}`,
    tell: (next: Witness) => {
      witness = next;
    },
    hang: (count: number) => {
      hanging = count;
    },
    close,
  };
}

// Last, after all definitions.
await withDatabase(12, measure);
