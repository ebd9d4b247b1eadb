import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { only } from "@/db/rows";
import type { Partner } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { SECOND_MS } from "@/server/domain/formats/time";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { startBalancer } from "@/server/testing/balancer";
import { companyBody, invoiceBody } from "@/server/testing/bodies";
import { publicHost } from "@/server/testing/hosts";
import { newCompany } from "@/server/testing/new-records";
import { startPooler } from "@/server/testing/pooler";
import { signalAll } from "@/server/testing/programs";
import { call, isToldToRetry, openPage, type Service } from "@/server/tools/bench/call";
import { withDatabase } from "@/server/tools/bench/notification-setup";
import { childrenOf, readPostmaster } from "@/server/tools/bench/processes";
import { print, say } from "@/server/tools/bench/report";
import { createImportOf } from "./create-import-of";
import { startMembers } from "./members";

// Restarts every process in turn, like a deploy, while partners' systems create invoices and people open pages; during the last deploy, a
// migration rewrites a table. Nothing is retried: no request may fail, and the acknowledged invoices must be exactly those stored.
// Afterwards Postgres stops answering for half a minute: callers must be told to retry, and everything must recover.

const DEPLOYS = Number(process.argv[3] ?? 20);
/** With 0, requests do fail, which checks the proof itself. */
const DRAIN_SECONDS = Number(process.argv[4] ?? 4);
const SENDERS = 6;
const PEOPLE = 2;
const BETWEEN_INVOICES_MS = 20;
const BETWEEN_PAGES_MS = 50;
/** Initial number of rows in the rewritten table. */
const LINES = 100_000;
const LINES_AT_ONCE = 1_000;
const GONE_MS = 30 * SECOND_MS;
/** Time until the balancer uses recovered processes again, and requests that waited have ended. */
const WELL_WITHIN_MS = 15 * SECOND_MS;
const WELL_FOR_MS = 20 * SECOND_MS;

await withDatabase(2, async (connection, folder) => {
  const partner = await createPartner(connection.db, { name: "Northbank League" });
  await fill(connection, partner);
  const { key } = await createApiKey(connection.db, partner.id, { name: "prove" });
  const pooler = await startPooler(folder, process.env.DATABASE_URL ?? "");
  const environment = {
    ...(process.env as Record<string, string>),
    ...publicHost,
    ...{
      DATABASE_URL: pooler.url,
      DATABASE_PREPARE: String(pooler.prepares),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      RATE_LIMIT_PER_ADDRESS: "0",
    },
  };
  const members = await startMembers(folder, environment);
  const balancer = await startBalancer(folder, { interface: members.portsOf("api"), pages: members.portsOf("pages") });
  const service = { baseUrl: balancer.baseUrl, key };
  try {
    const deploys = await beginLoad(service);
    for (let deploy = 1; deploy <= DEPLOYS; deploy += 1) {
      await Promise.all([members.deploy(), deploy === DEPLOYS ? rewriteLines(connection) : undefined]);
      say(`${deploy} of ${DEPLOYS} deploys: of ${deploys.requests()} requests ${deploys.failures().length} failed`);
    }
    await reportDeploys(deploys);
    await tryWithoutPostgres(service, folder);
  } finally {
    await balancer.stop();
    await members.stop();
    await pooler.stop();
  }
});

async function fill(connection: Connection, partner: Partner): Promise<void> {
  const actor = systemActor(partner);
  const { id: companyId } = await createCompany(connection.db, actor, newCompany);
  for (let lines = 0; lines < LINES; lines += LINES_AT_ONCE) await createImportOf(connection, actor, companyId, LINES_AT_ONCE);
}

/** Rewrites the table like a migration: the default differs for each row, so every row is written again, while nobody can use the table. */
async function rewriteLines({ db }: Connection): Promise<void> {
  const { lines } = only(await db.execute<{ lines: number }>(sql`select count(*)::int as lines from invoice_lines`));
  const owner = connect(process.env.MIGRATION_DATABASE_URL ?? "", { max: 1, prepare: false });
  const began = performance.now();
  await owner.db.execute(sql`alter table invoice_lines add column rewritten uuid default gen_random_uuid()`);
  print(`with the last deploy, ${lines} lines were rewritten in ${Math.round(performance.now() - began)} ms`);
  await owner.db.execute(sql`alter table invoice_lines drop column rewritten`);
  await owner.close();
}

type Load = Awaited<ReturnType<typeof beginLoad>>;

async function reportDeploys(load: Load): Promise<void> {
  const { acknowledged, lost, extra } = await load.end();
  for (const failure of load.failures().slice(0, 20)) say(String(failure));
  print(
    `${DEPLOYS} deploys of every process, with DRAIN_SECONDS ${DRAIN_SECONDS}: of ${load.requests()} requests ${load.failures().length} failed (to reach: 0)`,
  );
  print(`${acknowledged} invoices acknowledged: lost ${lost}, stored but not acknowledged ${extra}`);
  if (load.failures().length + lost + extra > 0) process.exitCode = 1;
}

async function tryWithoutPostgres(service: Service, folder: string): Promise<void> {
  const load = await beginLoad(service);
  const postmaster = readPostmaster(folder);
  const pids = [postmaster, ...childrenOf(postmaster)];
  signalAll(pids, "SIGSTOP");
  await wait(GONE_MS);
  signalAll(pids, "SIGCONT");
  await wait(WELL_WITHIN_MS);
  const [requests, failures] = [load.requests(), [...load.failures()]];
  await wait(WELL_FOR_MS);
  const { lost } = await load.end();
  const since = load.failures().length - failures.length;
  const untold = failures.filter((failure) => !isToldToRetry(failure));
  for (const failure of untold.slice(0, 20)) say(String(failure));
  print(
    `Postgres gone for ${GONE_MS / SECOND_MS} s: of ${requests} requests ${failures.length} failed, ${untold.length} of them without 503 and Retry-After (to reach: 0)`,
  );
  print(
    `from ${WELL_WITHIN_MS / SECOND_MS} s later: of ${load.requests() - requests} requests ${since} failed (to reach: 0); acknowledged and lost ${lost}`,
  );
  if (untold.length + since + lost > 0 || failures.length === 0) process.exitCode = 1;
}

/** Sends requests without retries. */
async function beginLoad(service: Service) {
  const { company_id } = await call(service, "POST", "/companies", companyBody());
  const { import_id } = await call(service, "POST", "/imports", { company_id, title: "Load" });

  let isOver = false;
  let requests = 0;
  const failures: unknown[] = [];
  const acknowledged: string[] = [];
  const again = async (pauseMs: number, act: () => Promise<void>) => {
    for (; !isOver; await wait(pauseMs)) {
      requests += 1;
      await act().catch((error: unknown) => void failures.push(error));
    }
  };
  const create = async () =>
    void acknowledged.push((await call(service, "POST", "/invoices", invoiceBody(import_id), crypto.randomUUID())).invoice_id);
  const busy = [
    ...Array.from({ length: SENDERS }, () => again(BETWEEN_INVOICES_MS, create)),
    ...Array.from({ length: PEOPLE }, () => again(BETWEEN_PAGES_MS, () => openPage(service))),
  ];
  return {
    requests: () => requests,
    failures: () => failures,
    /** Compares the acknowledged invoices with those stored. */
    async end() {
      isOver = true;
      await Promise.all(busy);
      const stored = new Set<string>((await call(service, "GET", `/imports/${import_id}`)).invoice_ids);
      const lost = acknowledged.filter((id) => !stored.has(id)).length;
      return { acknowledged: acknowledged.length, lost, extra: stored.size - (acknowledged.length - lost) };
    },
  };
}
