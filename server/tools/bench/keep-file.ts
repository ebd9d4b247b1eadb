import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "@/db/client";
import { systemActor } from "@/server/actor";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { receiveFile } from "@/server/bank/statements/receive-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { type GivenPartner, givenCompany, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry, type MadeStatement } from "@/server/testing/statement-files";
import { copyAgain, readOnce } from "./keep-file-floor";
import { type Measured, measured } from "./measured";
import { withDatabase } from "./notification-setup";

// Stores one kind of file, first with a tenth of the entries and then with all of them, and prints the figures for `bank-files.ts`.

const ENTRIES = Number(process.argv[3]);
const KIND = process.argv[4] ?? "";
const CONNECTIONS = 5;

const kinds: Record<string, (made: MadeStatement) => string> = {
  "camt.053": (made) => camtFile([made]),
  "camt.054": (made) => camtFile([made], "notification8"),
  MT940: (made) => mt940File(made),
  CSV: (made) => csvFile(made, "british"),
};

await withDatabase(CONNECTIONS, measure);

async function measure({ db }: Connection, folder: string, adminUrl: string): Promise<void> {
  const write = kinds[KIND];
  if (!write) throw new Error(`No kind of file: ${KIND}`);
  for (const count of [ENTRIES / 10, ENTRIES]) {
    const partner = await givenPartner();
    const account = await givenBankAccount(partner, await givenCompany(partner));
    const made = { iban: account.current?.iban ?? "", entries: Array.from({ length: count }, (_, index) => entryOf(index)) };
    const path = join(folder, "statement");
    writeFileSync(path, write(made));
    if (KIND === "CSV") await settleColumns(partner, write({ ...made, entries: made.entries.slice(0, 10) }), db);
    const { seconds, mib, mb } = await keep(db, partner, path);
    const floor = (await readOnce(path, KIND.startsWith("camt"))) + (await copyAgain(adminUrl, partner));
    console.log(`| ${KIND} | ${count} | ${mb.toFixed(1)} | ${seconds.toFixed(2)} | ${mib.toFixed(0)} | ${floor.toFixed(2)} |`);
  }
}

function entryOf(index: number): MadeEntry {
  return { cents: 1_000 + (index % 5_000), bankReference: `B${index}`, text: `Membership ${index}`, name: `Sam Member ${index}` };
}

async function settleColumns({ actor }: GivenPartner, file: string, db: Connection["db"]): Promise<void> {
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, actor, sheet.key, layout);
}

async function keep(db: Connection["db"], partner: GivenPartner, path: string): Promise<Measured & { mb: number }> {
  let bytes = 0;
  const figures = await measured(() =>
    receiveFile(createReadStream(path), async (file) => {
      await storeStatementFile(db, systemActor(partner), { name: "statement" }, file);
      bytes = file.bytes;
    }),
  );
  return { ...figures, mb: bytes / 1_000_000 };
}
