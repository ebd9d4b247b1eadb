import { sql } from "drizzle-orm";
import { afterAll, beforeAll, inject } from "vitest";
import { type Connection, connect } from "@/db/client";
import { DATABASE } from "@/db/embedded/postgres-cluster";
import { env } from "@/server/env";
import { useDatabase } from "./use-database";

/** Gives the tests of a file a database of their own, for tests about all of its contents. Returns its address with its owner's role. */
export function givenOwnDatabase(name: string): string {
  const sharedUrl = env().DATABASE_URL;
  let admin: Connection;

  beforeAll(async () => {
    admin = connect(inject("adminUrl"), { max: 1 });
    await admin.db.execute(sql.raw(`create database ${name} template ${DATABASE} owner ics_owner`));
    await useDatabase(Object.assign(new URL(sharedUrl), { pathname: `/${name}` }).href);
  });

  afterAll(async () => {
    await useDatabase(sharedUrl);
    await admin.db.execute(sql.raw(`drop database ${name} with (force)`));
    await admin.close();
  });

  return Object.assign(new URL(inject("adminUrl")), { pathname: `/${name}`, search: "?role=ics_owner" }).href;
}
