import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { compareAtHalfRate, compareThroughput, measureMany, measureMemory } from "./comparisons";
import { adminUrlOf, type BenchData, fill, givenBenchPartner } from "./data";
import { measureStart } from "./measure-start";
import { print, say, tableOf } from "./report";
import { type Servers, startServers } from "./servers";

// Measures the interface's figures of `docs/figures.md` in one run, all servers in turn. Everything listens on 127.0.0.1 and ends by
// itself.

const INVOICES = 100_000;

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

async function measure(postgres: EmbeddedPostgres): Promise<void> {
  const { appUrl, ownerUrl } = postgres;
  const adminUrl = adminUrlOf(postgres);
  print(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), embedded Postgres 18.`);
  await migrate(ownerUrl, appUrl);
  const admin = connect(adminUrl, { max: 1 });
  const partner = await givenBenchPartner(admin);
  await fill(admin, partner, 0, INVOICES);
  await admin.close();

  const data: BenchData = { ...partner, invoices: INVOICES };
  servers = await startServers(folder, appUrl, ownerUrl, data);
  const throughput = await compareThroughput(servers, adminUrl, data);
  print(tableOf(throughput));
  print(await compareAtHalfRate(servers, throughput, data));
  print(await measureMany(servers.ours, data));
  print(await measureMemory(servers.ours, data));
  print(await measureStart());
}
