import { execFileSync, spawn } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "./hosts";
import { endAndWait, isDatabaseReached, waitUntilAnswering } from "./programs";

export interface Pooler {
  /** Address of the database through the pooler. */
  url: string;
  /** Address of the standbys through the pooler; absent if there are none. */
  replicaUrl?: string;
  /** Whether the pooler supports prepared statements. */
  prepares: boolean;
  stop(): Promise<void>;
}

/** Minor number of PgBouncer's first version 1.x with prepared statements. */
const PREPARES_SINCE = 21;

/**
 * Starts Debian's PgBouncer in transaction mode with the configuration of `deploy/pgbouncer`, before the database of `url` and its
 * standbys. Throws if it is not installed.
 */
export async function startPooler(folder: string, url: string, replicaUrl?: string): Promise<Pooler> {
  const port = await freePort();
  const { pathname, username, password } = new URL(url);
  const prepares = Number(/ 1\.(\d+)/.exec(execFileSync("pgbouncer", ["--version"], { encoding: "utf8" }))?.[1]) >= PREPARES_SINCE;
  const place = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const users = place("users.txt", `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const example = readFileSync(resolve("deploy/pgbouncer/pgbouncer.ini"), "utf8");
  const database = pathname.slice(1);
  const leadTo = (to: string) => `host=${new URL(to).hostname} port=${new URL(to).port} dbname=${database}`;
  const file = place(
    "pgbouncer.ini",
    example
      .replace(/^ics = .*$/m, `${database} = ${leadTo(url)}`)
      .replace(/^; ics_replica = .*$/m, replicaUrl ? `${database}_replica = ${leadTo(replicaUrl)}` : "")
      .replace("listen_addr = *", "listen_addr = 127.0.0.1\nunix_socket_dir =")
      .replace("listen_port = 6432", `listen_port = ${port}`)
      .replace("/etc/pgbouncer/userlist.txt", users)
      .replace(/^max_prepared_statements.*\n/m, prepares ? "$&" : ""),
  );
  // PgBouncer refuses to run as root, and another user must be able to read the folder.
  chmodSync(folder, 0o755);
  const asOther = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", ["-q", ...asOther, file], { stdio: ["ignore", "ignore", "ignore"] });
  const through = Object.assign(new URL(url), { port: String(port) }).href;
  await waitUntilAnswering(child, "pgbouncer", () => isDatabaseReached(through));
  const toReplica = replicaUrl && Object.assign(new URL(through), { pathname: `${pathname}_replica` }).href;
  return { url: through, replicaUrl: toReplica, prepares, stop: () => endAndWait(child) };
}
