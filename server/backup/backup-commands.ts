import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Connection, connect } from "@/db/client";
import { givenEnvironment } from "@/server/env";
import { keysInUse } from "@/server/process/rotate-secrets";
import { checksumTables } from "./checksum-tables";
import { type Backup, type BackupType, backUp, restore } from "./pgbackrest";

const stanza = () => new Option("--stanza <name>", "pgBackRest's name of the database").default("invoice-collection");

/** Adds the commands for backups. `backup` and `restore` use pgBackRest: they run on the host of Postgres, as its user. */
export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description("back the database up by pgBackRest; says which keys of ENCRYPTION_KEY are needed to read it")
    .addOption(stanza())
    .addOption(
      new Option("--type <type>", "everything (full), or what changed since the last full backup (diff) or since any (incr)")
        .choices(["full", "diff", "incr"])
        .default("incr"),
    )
    .action(({ stanza, type }: { stanza: string; type: BackupType }) =>
      asOwner(async (db) => presentBackup(await backUp(stanza, type, await keysInUse(db)))),
    );

  program
    .command("restore")
    .description("restore a backup into an empty folder, where Postgres can then be started beside the running one")
    .addOption(stanza())
    .requiredOption("--into <folder>", "an empty folder, or one that does not exist yet")
    .option("--at <moment>", "the moment to restore, as in 2026-11-20T09:30:00Z; default: the end of the archive", readMoment)
    .action(async ({ stanza, into, at }: { stanza: string; into: string; at?: Date }) =>
      print({ restored_into: resolve(into), as_of: at?.toISOString() ?? null, ...presentBackup(await restore(stanza, resolve(into), at)) }),
    );

  program
    .command("checksums")
    .description("print the number of rows and a checksum of every table, which are the same in a restored database")
    .action(() => asOwner(checksumTables));
}

function presentBackup({ label, type, finishedAt, encryptionKeys }: Backup): object {
  return { backup: label, type, finished_at: finishedAt.toISOString(), encryption_keys: encryptionKeys };
}

function readMoment(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(text))
    throw new InvalidArgumentError("Give it as 2026-11-20T09:30:00Z.");
  return moment;
}

/**
 * Runs the work with the owner's role, and prints its result. Needs a configured database: the embedded one is for trying the service out,
 * and its folder can be copied while the service is stopped.
 */
async function asOwner(work: (db: Connection["db"]) => Promise<object>): Promise<void> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = givenEnvironment();
  const url = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  if (!url) throw new Error("MIGRATION_DATABASE_URL and DATABASE_URL are missing: one of them must lead to the database");
  const { db, close } = connect(url, { max: 1, prepare: false });
  try {
    print(await work(db));
  } finally {
    await close();
  }
}

function print(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
