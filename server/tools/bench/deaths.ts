import { setTimeout as wait } from "node:timers/promises";
import { roles } from "@/server/process/roles";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { companyBody, invoiceBody } from "@/server/testing/bodies";
import { startProductionProcess } from "@/server/testing/hosts";
import { call, openPage, type Service } from "./call";
import { withDatabase } from "./notification-setup";
import { readPostmaster, supervisedAs } from "./processes";
import { print, say } from "./report";

// Measures the cost of killing the service's processes, or Postgres, under load, and whether anything acknowledged is lost, duplicated, or
// not announced. Senders retry with the same idempotency key, as partners should.

const VICTIMS = [...roles, "postgres"] as const;
type Victim = (typeof VICTIMS)[number];

const SENDERS = 8;
const BETWEEN_INVOICES_MS = 5;
const BEFORE_RETRY_MS = 100;
const PEOPLE = 2;
const BETWEEN_PAGES_MS = 25;
/** Pause between two kills, long enough for the service to work again. */
const BETWEEN_KILLS_MS: Record<Victim, number> = { api: 2_500, pages: 2_000, work: 2_000, postgres: 6_000 };

const victims = (process.argv[3] ?? VICTIMS.join(",")).split(",").map(victimNamed);
const KILLS = Number(process.argv[4] ?? 50);

await withDatabase(1, async ({ db }, folder) => {
  const partner = await createPartner(db, { name: "Northbank League" });
  const { key } = await createApiKey(db, partner.id, { name: "bench" });
  const host = await startProductionProcess(folder, process.env as Record<string, string>);
  try {
    for (const victim of victims) await measure(victim, { baseUrl: host.baseUrl, key }, () => kill(victim, host.pid, folder));
  } finally {
    await host.stop();
  }
});

function victimNamed(name: string): Victim {
  const victim = VICTIMS.find((each) => each === name);
  if (!victim) throw new Error(`Not one of ${VICTIMS.join(", ")}: ${name}`);
  return victim;
}

function kill(victim: Victim, supervisor: number, folder: string): void {
  for (const pid of victim === "postgres" ? [readPostmaster(folder)] : supervisedAs(victim, supervisor)) process.kill(pid, "SIGKILL");
}

async function measure(victim: Victim, service: Service, killOne: () => void): Promise<void> {
  const { company_id } = await call(service, "POST", "/companies", companyBody());
  const { import_id } = await call(service, "POST", "/imports", { company_id, title: victim });

  let isOver = false;
  const counts = { requests: 0, failed: 0, pages: 0, failedPages: 0 };
  const acknowledged: string[] = [];
  const send = async () => {
    for (; !isOver; await wait(BETWEEN_INVOICES_MS)) acknowledged.push(await create(service, import_id, counts));
  };
  const click = async () => {
    for (; !isOver; await wait(BETWEEN_PAGES_MS)) {
      const isOpened = await openPage(service).then(
        () => true,
        () => false,
      );
      counts.pages += 1;
      if (!isOpened) counts.failedPages += 1;
    }
  };
  const busy = [...Array.from({ length: SENDERS }, send), ...Array.from({ length: PEOPLE }, click)];
  for (let kills = 1; kills <= KILLS; kills += 1) {
    await wait(BETWEEN_KILLS_MS[victim] * (0.8 + 0.4 * Math.random()));
    killOne();
    if (kills % 10 === 0) say(`${victim}: ${kills} of ${KILLS}`);
  }
  await wait(BETWEEN_KILLS_MS[victim]);
  isOver = true;
  await Promise.all(busy);

  print(
    `${victim}, killed ${KILLS} times: of ${counts.requests} requests ${counts.failed} failed at first, of ${counts.pages} pages ${counts.failedPages}`,
  );
  await compare(service, import_id, acknowledged);
}

/** Repeats a request until an invoice is acknowledged. Returns its id. */
async function create(service: Service, importId: string, counts: { requests: number; failed: number }): Promise<string> {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    counts.requests += 1;
    try {
      return (await call(service, "POST", "/invoices", invoiceBody(importId), idempotencyKey)).invoice_id;
    } catch {
      counts.failed += 1;
      await wait(BEFORE_RETRY_MS);
    }
  }
}

/** Compares the acknowledged invoices with those stored and those announced. */
async function compare(service: Service, importId: string, acknowledged: string[]): Promise<void> {
  const stored: string[] = (await call(service, "GET", `/imports/${importId}`)).invoice_ids;
  const told = new Set<string>();
  for (let cursor = "", isMore = true; isMore; ) {
    const page = await call(service, "GET", `/changes?page_size=100&cursor=${cursor}`);
    for (const id of page.invoice_ids) told.add(id);
    cursor = page.next_cursor;
    isMore = page.has_more;
  }
  const isStored = new Set(stored);
  const lost = acknowledged.filter((id) => !isStored.has(id)).length;
  const extra = stored.length - (acknowledged.length - lost);
  const untold = stored.filter((id) => !told.has(id)).length;
  print(
    `${acknowledged.length} invoices acknowledged, ${stored.length} stored: lost ${lost}, stored but not acknowledged ${extra}, not told of ${untold}`,
  );
  if (lost + extra + untold > 0) process.exitCode = 1;
}
