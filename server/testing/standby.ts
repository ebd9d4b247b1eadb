import { execFileSync, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { chooseLauncher, program } from "@/db/embedded/postgres-binaries";
import { findData, postgresEnvironment } from "@/db/embedded/postgres-cluster";
import { only } from "@/db/rows";
import { freePort } from "./hosts";
import { endAndWait, isDatabaseReached, waitUntilAnswering } from "./programs";

export interface Standby {
  /** Returns the address of the same database on the standby. */
  at(url: string): string;
  stop(): Promise<void>;
}

/** Starts a standby of the embedded Postgres in the folder, which must run with `isFollowed`. Throws if the folder has no database. */
export async function startStandby(folder: string, adminUrl: string): Promise<Standby> {
  const data = findData(folder);
  if (!data) throw new Error(`There is no database in ${folder}`);
  const launcher = chooseLauncher(folder);
  const copy = `${data}-standby`;
  const { label, maxConnections } = await backUp(adminUrl, () => void execFileSync("cp", ["-a", data, copy]));
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(copy, name), { force: true });
  writeFileSync(join(copy, "backup_label"), label);
  writeFileSync(join(copy, "standby.signal"), "");

  const port = await freePort();
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const { hostname, port: primaryPort, username, password } = new URL(adminUrl);
  const settings = {
    port: String(port),
    listen_addresses: hostname,
    unix_socket_directories: "",
    max_connections: maxConnections,
    timezone: "UTC",
    jit: "off",
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
  };
  const [command = "", ...rest] = [...launcher.prefix, program(launcher.binaries, "postgres"), "-D", copy];
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(command, [...rest, ...options], { ...launcher.user, cwd: "/", env: postgresEnvironment(), stdio: "ignore" });
  await waitUntilAnswering(child, "the standby", () => isDatabaseReached(at(adminUrl)));
  return { at, stop: () => endAndWait(child) };
}

/**
 * Takes a base backup. Returns the label file that the copy needs, and the maximum number of connections of the primary, which a standby must
 * allow too.
 */
async function backUp(adminUrl: string, copy: () => void): Promise<{ label: string; maxConnections: string }> {
  const { db, close } = connect(adminUrl, { max: 1 });
  try {
    await db.execute(sql`select pg_backup_start('standby', true)`);
    copy();
    return only(
      await db.execute<{ label: string; maxConnections: string }>(
        sql`select labelfile as label, current_setting('max_connections') as "maxConnections" from pg_backup_stop(false)`,
      ),
    );
  } finally {
    await close();
  }
}
