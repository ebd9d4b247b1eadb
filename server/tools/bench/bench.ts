import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { compareAtHalfRate, compareThroughput, measureMemory, measureRate } from "./comparisons";
import { type BenchData, fill, givenBenchPartner } from "./data";
import { measureStart } from "./measure-start";
import { print, say, tableOf } from "./report";
import { type Servers, startServers } from "./servers";

// Measures side by side, in one run, what the README's table says. Everything listens on 127.0.0.1 and ends by itself.

const INVOICES = 100_000;
const FEW_INVOICES = 10_000;
const MANY_INVOICES = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
let servers: Servers | undefined;
try {
  await measure(postgres);
} finally {
  await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ appUrl, ownerUrl, ...others }: EmbeddedPostgres): Promise<void> {
  const adminUrl = Object.assign(new URL(others.adminUrl), { pathname: new URL(appUrl).pathname }).href;
  print(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), embedded Postgres 18.`);
  await migrate(ownerUrl, appUrl);
  const admin = connect(adminUrl, { max: 1 });
  const partner = await givenBenchPartner(admin);
  const dataOf = (invoices: number): BenchData => ({ ...partner, invoices });

  await fill(admin, partner, 0, FEW_INVOICES);
  servers = await startServers(folder, appUrl, ownerUrl, dataOf(FEW_INVOICES));
  const few = await measureRate(servers.ours, dataOf(FEW_INVOICES));

  await fill(admin, partner, FEW_INVOICES, INVOICES);
  const data = dataOf(INVOICES);
  const throughput = await compareThroughput(servers, adminUrl, data);
  print(tableOf(throughput));
  print(await compareAtHalfRate(servers, throughput, data));
  print(await measureMemory(servers.ours, data));

  await fill(admin, partner, INVOICES, MANY_INVOICES);
  await admin.close();
  const many = await measureRate(servers.ours, dataOf(MANY_INVOICES));
  print(`GET invoice at ${MANY_INVOICES} invoices: ${(many / few).toFixed(2)} of its rate at ${FEW_INVOICES} (to reach: 0.8)`);
  print(await measureStart());
}
