import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { TestProject } from "vitest/node";
import { connect } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { bundleBesides } from "../tools/build.mjs";
import { type Balancer, startBalancer } from "./balancer";
import { type Host, publicHost, startNext, startProductionProcess } from "./hosts";
import { startPooler } from "./pooler";
import { unseenCodes } from "./seen-codes";
import { startStandby } from "./standby";

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses of the workers' databases, with the application's role. */
    workerDatabaseUrls: string[];
    /** Standbys of the workers' databases, in the same order; empty unless requested. */
    replicaDatabaseUrls: string[];
    /** Address with a role that may do anything, such as creating databases. */
    adminUrl: string;
    /** Address of the hosts' database, with the application's role. */
    contractDatabaseUrl: string;
    /** Addresses of the hosts that are tested in this run, by the name of their project. */
    contractHosts: Record<string, string>;
    seenCodesFile: string;
    /** Seed of fast-check. */
    generatorSeed: number;
  }
}

/**
 * Sets up one Postgres for all tests: a template that is migrated once, a copy for each worker, and one for the hosts that serve the
 * contract. Tests create partners of their own and clean up nothing.
 *
 * `THROUGH_BALANCER=1` puts Debian's HAProxy before the hosts. `THROUGH_POOLER=1` puts Debian's PgBouncer between the hosts and their
 * database. With `THROUGH_REPLICA=1` the portal reads from a standby, also in tests of services.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await bundleBesides();
  const folder = mkdtempSync(join(tmpdir(), "ics-test-"));
  const isFollowed = Boolean(process.env.THROUGH_REPLICA);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false, isFollowed });
  const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const workers = Array.from({ length: Number(project.vitest.config.maxWorkers) }, (_, index) => `worker_${index + 1}`);

  await migrate(postgres.ownerUrl, postgres.appUrl);
  const template = new URL(postgres.ownerUrl).pathname.slice(1);
  const admin = connect(at(postgres.adminUrl, "postgres"), { max: 1 });
  for (const copy of [...workers, "contract"]) {
    await admin.db.execute(sql`create database ${sql.identifier(copy)} template ${sql.identifier(template)} owner ics_owner`);
  }
  await admin.close();

  const contractDatabaseUrl = at(postgres.appUrl, "contract");
  const standby = isFollowed ? await startStandby(join(folder, "postgres"), postgres.adminUrl) : undefined;
  const pooler = process.env.THROUGH_POOLER ? await startPooler(folder, contractDatabaseUrl) : undefined;
  const hosts = await startHosts(project, folder, {
    DATABASE_URL: pooler?.url ?? contractDatabaseUrl,
    DATABASE_PREPARE: String(pooler?.prepares ?? true),
    MIGRATION_DATABASE_URL: at(postgres.ownerUrl, "contract"),
    ...(standby && { DATABASE_REPLICA_URL: standby.at(contractDatabaseUrl) }),
    ...publicHost,
    TRUSTED_PROXIES: "loopback,host",
  });

  const balancers = process.env.THROUGH_BALANCER ? await Promise.all(hosts.map(([, host]) => startBalancerFor(folder, host))) : [];

  const seenCodesFile = join(folder, "seen-codes");
  project.provide("adminUrl", at(postgres.adminUrl, "postgres"));
  project.provide(
    "workerDatabaseUrls",
    workers.map((worker) => at(postgres.appUrl, worker)),
  );
  project.provide("replicaDatabaseUrls", standby ? workers.map((worker) => standby.at(at(postgres.appUrl, worker))) : []);
  project.provide("contractDatabaseUrl", contractDatabaseUrl);
  project.provide("contractHosts", Object.fromEntries(hosts.map(([name, host], nth) => [name, (balancers[nth] ?? host).baseUrl])));
  project.provide("seenCodesFile", seenCodesFile);
  project.provide("generatorSeed", chooseSeed());

  return async () => {
    await Promise.all(balancers.map((balancer) => balancer.stop()));
    await Promise.all(hosts.map(([, host]) => host.stop()));
    await pooler?.stop();
    await standby?.stop();
    await postgres.stop();
    const unseen = process.env.EVERY_TEST ? unseenCodes(seenCodesFile) : [];
    rmSync(folder, { recursive: true, force: true });
    if (unseen.length > 0) {
      console.error(`\nNo test produces: ${unseen.join(", ")}`);
      process.exitCode = 1;
    }
  };
}

/**
 * Returns the seed of fast-check: the one of GENERATOR_SEED, if set. Otherwise always the same in `npm test`, so that a change fails by its
 * own fault only, and a new one in each `npm run test:long`, which prints it.
 */
function chooseSeed(): number {
  const { GENERATOR_SEED, LONG_TESTS } = process.env;
  if (!GENERATOR_SEED && !LONG_TESTS) return 20_261_201;
  const seed = Number(GENERATOR_SEED ?? randomInt(2 ** 31));
  console.info(`Generated values: GENERATOR_SEED=${seed}`);
  return seed;
}

/** Starts a balancer before a host that serves the interface and the pages on one port. */
function startBalancerFor(folder: string, { baseUrl }: Host): Promise<Balancer> {
  const ports = [Number(new URL(baseUrl).port)];
  return startBalancer(folder, { interface: ports, pages: ports }, { believesClients: true });
}

async function startHosts(project: TestProject, folder: string, env: Record<string, string>): Promise<[string, Host][]> {
  const wanted = new Set(project.vitest.projects.map(({ name }) => name));
  // The answers of `next start` are compared with those of the production process.
  if (wanted.has("next start")) wanted.add("production process");
  const starts = { "production process": startProductionProcess, "next start": startNext };
  return Promise.all(
    Object.entries(starts)
      .filter(([name]) => wanted.has(name))
      .map(async ([name, start]): Promise<[string, Host]> => [name, await start(folder, env)]),
  );
}
