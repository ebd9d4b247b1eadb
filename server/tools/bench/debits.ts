import { createReadStream, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { db } from "@/db/client";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { receiveFile } from "@/server/bank/statements/receive-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { givenPlannedDebits } from "@/server/testing/given-payers";
import { givenMember } from "@/server/testing/given-person";
import { makeFiles } from "@/server/testing/given-planned-debit";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { type Measured, measured } from "./measured";
import { withDatabase } from "./notification-setup";
import { print, say } from "./report";

// Measures how long making a file of so many direct debits takes, states and locks included, beside keeping as many entries of a bank's
// file. Each round has a partner of its own; both works take turns.

const DEBITS = Number(process.argv[3] ?? 10_000);
/** The shortest time counts, because other work on the machine only delays, and the most memory. */
const ROUNDS = 3;
const CONNECTIONS = 5;
const GOALS = { ratio: 0.5, mib: 60 };

const made: Measured[] = [];
const kept: Measured[] = [];
const written: Measured[] = [];

await withDatabase(CONNECTIONS, async (_, folder) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`${DEBITS} debits, round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`);
    const given = await givenBankingCompany(undefined, { creditorIdentifier: "DE98ZZZ09999999999" });
    const { partner, company } = given;
    await givenPlannedDebits(partner, company, DEBITS);
    const { actor } = await givenMember(partner, { role: "administrator" });
    let files: string[] = [];
    made.push(
      await measured(async () => {
        files = await makeFiles(actor, company);
      }),
    );
    let contents = "";
    written.push(
      await measured(async () => {
        contents = await getDebitFile(db, actor, files[0] ?? "");
      }),
    );
    const inFile = contents.split("<DrctDbtTxInf>").length - 1;
    if (files.length !== 1 || inFile !== DEBITS) throw new Error(`${files.length} files, the first with ${inFile} debits`);

    const path = join(folder, "statement");
    const entries = Array.from({ length: DEBITS }, (_entry, index) => ({ cents: 1_000 + (index % 5_000), bankReference: `B${index}` }));
    writeFileSync(path, camtFile([{ iban: given.iban, entries: entries.map((entry) => ({ ...entry, name: "Sam Member", text: "Fee" })) }]));
    kept.push(
      await measured(() =>
        receiveFile(createReadStream(path), (file) => storeStatementFile(db, partner.actor, { name: "statement.xml" }, file)),
      ),
    );
  }
});

const least = (of: readonly Measured[]) => Math.min(...of.map(({ seconds }) => seconds));
const most = (of: readonly Measured[]) => Math.max(...of.map(({ mib }) => mib));
const rowOf = (work: string, of: readonly Measured[]) => `| ${work} | ${least(of).toFixed(2)} | ${most(of).toFixed(0)} |`;
print(`| ${DEBITS} | seconds | MiB above the beginning |
| --- | --- | --- |
${rowOf("debits put into a file, with the list that a person sees", made)}
${rowOf("debits written as pain.008", written)}
${rowOf("entries of a camt.053 kept", kept)}

File against entries: ${(least(made) / least(kept)).toFixed(2)} (to reach: ${GOALS.ratio}); memory at most ${GOALS.mib} MiB. The fastest of ${ROUNDS} rounds each, load ${loadavg()[0]?.toFixed(1)} at the end.`);
process.exit(0);
