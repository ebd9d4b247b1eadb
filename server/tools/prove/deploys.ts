import { setTimeout as wait } from "node:timers/promises";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { companyBody, invoiceBody } from "@/server/testing/bodies";
import { publicHost } from "@/server/testing/hosts";
import { call, type Service } from "@/server/tools/bench/call";
import { withDatabase } from "@/server/tools/bench/notification-setup";
import { print, say } from "@/server/tools/bench/report";
import { startBalancer } from "./balancer";
import { startMembers } from "./members";
import { startPooler } from "./pooler";

// Restarts every process, one after the other, as a deploy does, while partners' systems create invoices and people open pages. Nothing is tried again: a request
// that fails is one too many, and so is an invoice that was acknowledged and is not there, or is there and was not.

const DEPLOYS = Number(process.argv[3] ?? 20);
/** With 0, requests fail: a proof of the proof. */
const DRAIN_SECONDS = Number(process.argv[4] ?? 4);
const SENDERS = 6;
const PEOPLE = 2;
const BETWEEN_INVOICES_MS = 20;
const BETWEEN_PAGES_MS = 50;

await withDatabase(2, async ({ db }, folder) => {
  const partner = await createPartner(db, { name: "Northbank League" });
  const { key } = await createApiKey(db, partner.id, { name: "prove" });
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
  const load = await beginLoad({ baseUrl: balancer.baseUrl, key });
  try {
    for (let deploy = 1; deploy <= DEPLOYS; deploy += 1) {
      await members.deploy();
      say(`${deploy} of ${DEPLOYS} deploys: ${load.summary()}`);
    }
  } finally {
    await load.end();
    await balancer.stop();
    await members.stop();
    await pooler.stop();
  }
});

async function beginLoad(service: Service) {
  const { company_id } = await call(service, "POST", "/companies", companyBody());
  const { import_id } = await call(service, "POST", "/imports", { company_id, title: "Deploys" });

  let isOver = false;
  let requests = 0;
  const failures: string[] = [];
  const acknowledged: string[] = [];
  const again = async (pauseMs: number, act: () => Promise<void>) => {
    for (; !isOver; await wait(pauseMs)) {
      requests += 1;
      await act().catch((error: unknown) => failures.push(`${new Date().toISOString()} ${error}`));
    }
  };
  const create = async () =>
    void acknowledged.push((await call(service, "POST", "/invoices", invoiceBody(import_id), crypto.randomUUID())).invoice_id);
  const open = async () => {
    const page = await fetch(`${service.baseUrl}/sign-in`);
    await page.text();
    if (!page.ok) throw new Error(`A page was answered by ${page.status}`);
  };
  const busy = [
    ...Array.from({ length: SENDERS }, () => again(BETWEEN_INVOICES_MS, create)),
    ...Array.from({ length: PEOPLE }, () => again(BETWEEN_PAGES_MS, open)),
  ];

  const summary = () => `of ${requests} requests ${failures.length} failed`;
  return {
    summary,
    /** Compares what was acknowledged with what is there. */
    async end() {
      isOver = true;
      await Promise.all(busy);
      const stored = new Set<string>((await call(service, "GET", `/imports/${import_id}`)).invoice_ids);
      const lost = acknowledged.filter((id) => !stored.has(id)).length;
      const extra = stored.size - (acknowledged.length - lost);
      for (const failure of failures.slice(0, 20)) say(failure);
      print(`${DEPLOYS} deploys of every process, with DRAIN_SECONDS ${DRAIN_SECONDS}: ${summary()} (to reach: 0)`);
      print(`${acknowledged.length} invoices acknowledged, ${stored.size} stored: lost ${lost}, stored but not acknowledged ${extra}`);
      if (failures.length + lost + extra > 0) process.exitCode = 1;
    },
  };
}
