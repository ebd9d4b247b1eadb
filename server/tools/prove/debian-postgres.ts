import { sql } from "drizzle-orm";
import { connect } from "@/db/client";

/** Folder of Debian 12's package postgresql-15. */
export const BIN = "/usr/lib/postgresql/15/bin";
export const PASSWORD = "for proofs only";

/** User as which to run, because Postgres refuses to run as root. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export function urlOf(port: number, role: string, database = "ics"): string {
  return `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
}

/** Creates the service's roles and its empty database. */
export async function makeDatabase(port: number): Promise<void> {
  const { db, close } = connect(urlOf(port, "postgres", "postgres"), { max: 1, prepare: false });
  for (const role of ["ics_owner", "ics_app"]) await db.execute(sql.raw(`create role ${role} login password '${PASSWORD}'`));
  await db.execute(sql`create database ics owner ics_owner`);
  await close();
}
