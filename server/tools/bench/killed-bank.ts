import { connect } from "@/db/client";
import { systemActor } from "@/server/actor";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { findCandidates } from "@/server/bank/payments/find-candidates";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { getTransaction } from "@/server/bank/payments/lock-transaction";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { receiveFile } from "@/server/bank/statements/receive-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { randomFrom } from "@/server/demo/random";
import { env } from "@/server/env";
import { surviveDatabase } from "@/server/process/survive-database";
import { inPieces } from "@/server/testing/statement-files";

// Processes bank statements like the service, and acts like people at the desk, in a process that is killed at any point. Logs each step
// before it begins. `files`: contents of statement files in base64.

const [partnerId = "", seed, ...files] = process.argv.slice(2);

// All other errors end the process.
surviveDatabase((exitCode) => process.exit(exitCode));
const { db } = connect(env().DATABASE_URL, { max: 6 });
const random = randomFrom(Number(seed));
const actor = systemActor({ id: partnerId, clockOffsetMs: 0 });

await Promise.all([upload(), upload(), match(), decide()]);

async function upload(): Promise<void> {
  for (;;) {
    const file = random.pick(files);
    console.log("upload");
    await receiveFile(inPieces(Buffer.from(file, "base64")), (received) =>
      storeStatementFile(db, actor, { name: "statement.xml" }, received),
    );
  }
}

async function match(): Promise<void> {
  for (;;) {
    console.log("match");
    await matchNewTransactions(db, { scope: { partnerId } });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Books the first offer, or undoes a decision. Another process may do so first. */
async function decide(): Promise<void> {
  for (;;) {
    const tab = random.chance(0.8) ? "open" : "booked";
    const { entries } = await listTransactions(db, actor, { tab, companyId: null, pageNumber: 1, pageSize: 20 });
    if (entries.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    const { id, decisions } = random.pick(entries);
    const seen = { transactionId: id, seenDecisions: decisions };
    console.log("decide");
    if (tab === "booked") await undoDecision(db, actor, seen).catch(() => undefined);
    else {
      const transaction = await getTransaction(db, actor, id);
      const { candidates } = await findCandidates(db, actor, transaction, transaction.amountCents);
      const parts = (candidates[0]?.parts ?? []).map(({ invoice, amountCents }) => ({ invoiceId: invoice.id, amountCents }));
      if (parts.length > 0) await bookAsSeen(db, actor, seen, parts).catch(() => undefined);
    }
  }
}
