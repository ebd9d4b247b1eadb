import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Connection, connect } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { messages } from "@/db/schema/messages";
import { type Actor, systemActor } from "../actor";
import { createCompany } from "../companies/create-company";
import { forgetEnv } from "../env";
import { newId } from "../id";
import { createImport } from "../imports/create-import";
import { createInvoice } from "../invoices/create-invoice";
import { createEndpoint } from "../notifications/create-endpoint";
import { allowLoopbackReceivers } from "../notifications/loopback";
import { createPartner } from "../partners/create-partner";
import { benchCompany, benchInvoice } from "./notification-data";
import { Witness } from "./notification-witness";
import { print, say } from "./report";

// How fast notifications are: what has gathered for 100 endpoints is sent, then 100 changes a second are told of at once, then the same while
// 10 of the endpoints never answer. One sender, real time, receivers that confirm at once.

const ENDPOINTS = 100;
const HANGING = 10;
const OWED_BY_EACH = 1_000;
const CHANGES_A_SECOND = 100;
const MEASURED_S = 30;
const DRAIN_GOAL_S = 600;

interface Reader {
  actor: Actor;
  invoiceIds: string[];
}

const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
try {
  await migrate(postgres.ownerUrl, postgres.appUrl);
  Object.assign(process.env, { DATABASE_URL: postgres.appUrl, ENCRYPTION_KEY: randomBytes(32).toString("hex"), LOG_LEVEL: "error" });
  forgetEnv();
  await measure(connect(postgres.appUrl, { max: 12 }));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ db, close }: Connection): Promise<void> {
  allowLoopbackReceivers();
  const receiver = await startReceivers();
  const readers: Reader[] = [];
  for (let number = 0; number < ENDPOINTS; number += 1) {
    readers.push(await makeReader(db, receiver.urlOf(number)));
    if (number % 10 === 9) say(`${number + 1} of ${ENDPOINTS} endpoints`);
  }

  const began = performance.now();
  const sender = startSender();
  const wanted = ENDPOINTS * OWED_BY_EACH;
  while (receiver.ids.size < wanted && performance.now() - began < DRAIN_GOAL_S * 1_000) await wait(50);
  print(
    `${receiver.ids.size} of ${wanted} owed ids over ${ENDPOINTS} endpoints sent in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );

  const undisturbed = await paceOf(db, readers, receiver);
  print(`${CHANGES_A_SECOND} changes a second: p50 ${undisturbed.p50} ms, p99 ${undisturbed.p99} ms (to reach: 1,000 and 5,000)`);
  receiver.hang(HANGING);
  const others = readers.slice(HANGING);
  // Those that hang are told of changes too, so that requests to them are on their way.
  await change(db, readers.slice(0, HANGING), new Witness(db), 5);
  const disturbed = await paceOf(db, others, receiver, readers.slice(0, HANGING));
  print(`the same, ${HANGING} of ${ENDPOINTS} hanging: p50 ${disturbed.p50} ms, p99 ${disturbed.p99} ms`);
  print(`p99 of the others: ${(disturbed.p99 / undisturbed.p99).toFixed(2)} of what it is undisturbed (to reach: at most 2)`);

  sender.kill("SIGKILL");
  receiver.close();
  await close();
}

async function makeReader(db: Connection["db"], url: string): Promise<Reader> {
  const actor = systemActor(await createPartner(db, { name: "Northbank League" }));
  const company = await createCompany(db, actor, benchCompany);
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  await createEndpoint(db, actor, { url, pacing: "real_time" });
  const invoiceIds: string[] = [];
  const create = async () => {
    while (invoiceIds.length < OWED_BY_EACH) {
      const place = invoiceIds.push("") - 1;
      invoiceIds[place] = (await createInvoice(db, actor, benchInvoice(importId))).id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
  return { actor, invoiceIds };
}

/** How long the measured readers wait for what changes, in ms, while the others have changes as well. */
async function paceOf(db: Connection["db"], measured: Reader[], receiver: Receivers, others: Reader[] = []) {
  const witness = new Witness(db);
  receiver.tell(witness);
  const unmeasured = new Witness(db);
  await Promise.all([change(db, measured, witness, MEASURED_S), others.length > 0 && change(db, others, unmeasured, MEASURED_S, 10)]);
  for (const until = Date.now() + 30_000; witness.missed() > 0 && Date.now() < until; ) await wait(100);
  if (witness.missed() > 0) print(`${witness.missed()} records were not told of`);
  return witness.latencies();
}

async function change(
  db: Connection["db"],
  readers: Reader[],
  witness: Witness,
  seconds: number,
  aSecond = CHANGES_A_SECOND,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const began = performance.now();
  for (let count = 0; count < seconds * aSecond; count += 1) {
    await wait(Math.max(0, began + (count * 1_000) / aSecond - performance.now()));
    const reader = readers[Math.floor(Math.random() * readers.length)];
    const invoiceId = reader?.invoiceIds[Math.floor(Math.random() * reader.invoiceIds.length)];
    if (!reader || !invoiceId) continue;
    const work = db
      .insert(messages)
      .values({
        ...{ partnerId: reader.actor.partnerId, invoiceId, id: newId() },
        ...{ type: "EMAIL", description: "Payment request", createdAt: new Date() },
      })
      .then(() => {
        witness.sawCommit(invoiceId);
        running.delete(work);
      });
    running.add(work);
  }
  await Promise.all(running);
}

function startSender(): ChildProcess {
  const path = fileURLToPath(new URL("./notification-sender.mjs", import.meta.url));
  return spawn(process.execPath, [path], { env: process.env, stdio: ["ignore", "ignore", "inherit"] });
}

type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** All endpoints' receivers in one server, told apart by their paths. */
async function startReceivers() {
  const ids = new Set<string>();
  let hanging = 0;
  let witness: Witness | undefined;
  const server = createServer(async (request, response) => {
    if (Number(request.url?.slice(1)) < hanging) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { invoice_ids: told }: { invoice_ids: string[] } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    response.writeHead(204).end();
    for (const id of told) ids.add(id);
    await witness?.sawNotification(told);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    ids,
    urlOf: (number: number) => `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/${number}`,
    tell: (next: Witness) => {
      witness = next;
    },
    hang: (count: number) => {
      hanging = count;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
