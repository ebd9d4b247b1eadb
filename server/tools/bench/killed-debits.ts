import { and, eq } from "drizzle-orm";
import { connect } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { systemActor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { createDebitFiles } from "@/server/bank/debit-files/create-debit-files";
import { whereFileStands } from "@/server/bank/debit-files/find-debit-file";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import { receiveFile } from "@/server/bank/statements/receive-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { randomFrom } from "@/server/demo/random";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { surviveDatabase } from "@/server/process/survive-database";
import { answerOfBank, fateOf, isWithdrawn } from "@/server/testing/answer-of-bank";
import { inPieces } from "@/server/testing/statement-files";

// Collects by direct debit like the service, with a person who makes files and a bank that answers, in a process that is killed at any
// point. Logs each step before it begins, and the debits of each file that the bank gets.

const [partnerId = "", companyId = "", seed = ""] = process.argv.slice(2);
const IDLE_MS = 20;

// All other errors end the process.
surviveDatabase((exitCode) => process.exit(exitCode));
const { db } = connect(env().DATABASE_URL, { max: 8 });
const random = randomFrom(Number(seed));
const actor = systemActor({ id: partnerId, clockOffsetMs: 0 });
const scope = { partnerId };
/** Files that this process has brought to the bank. A process may be killed after it was handed a file, before it brings it. */
const broughtFiles = new Set<string>();

await Promise.all([
  forEver("collect", () => runCollection(db, { scope, transport: { kind: "mailbox" } })),
  forEver("make", make),
  forEver("make", make),
  forEver("bank", answer),
  forEver("bank", answer),
  forEver("match", async () => {
    await matchNewTransactions(db, { scope });
    await rankDesk(db, { scope });
  }),
]);

/** Repeats a step. Another one may have changed what it is about. */
async function forEver(name: string, step: () => Promise<unknown>): Promise<never> {
  for (;;) {
    console.log(name);
    await step().catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
    await new Promise((resolve) => setTimeout(resolve, random.whole(1, IDLE_MS)));
  }
}

/** Puts the debits of a day into a file, and withdraws or hands over the files that are there. */
async function make(): Promise<void> {
  const { accounts } = await listComing(db, actor, companyId);
  for (const { bankAccountId, days } of accounts) {
    const day = random.pick(days);
    if (day.ready.count > 0) await createDebitFiles(db, actor, { bankAccountId, days: [day.collectOn], seen: day.ready });
  }
  const inFiles = await debitsInFiles();
  for (const { id } of await standingFiles()) {
    if (isWithdrawn(id)) await withdrawDebitFile(db, actor, id);
    else if (!isAtBank(id, inFiles)) {
      const contents = await getDebitFile(db, actor, id);
      const ids = [...contents.matchAll(/<EndToEndId>([^<]*)/g)].map(([, endToEndId]) => endToEndId);
      console.log(`file ${id} ${ids.join(" ")}`);
      broughtFiles.add(id);
    }
  }
}

/** Brings one of the bank's answers to a file: mostly to one with debits that have not ended, otherwise again. */
async function answer(): Promise<void> {
  const inFiles = await debitsInFiles();
  const files = (await standingFiles()).filter(({ id }) => isAtBank(id, inFiles));
  const isUnanswered = ({ id }: { id: string }) => inFiles.get(id)?.some((debit) => debit.status !== fateOf(debit));
  const unanswered = files.filter(isUnanswered);
  // Seldom if all are answered: no file is made, and no debit planned, while a statement is being stored.
  if (unanswered.length === 0 && random.chance(0.9)) return;
  const among = unanswered.length > 0 && random.chance(0.9) ? unanswered : files;
  if (among.length === 0) return;
  const { id, iban } = random.pick(among);
  const brought = random.pick(answerOfBank(painIdOf(id), iban, inFiles.get(id) ?? []));
  await receiveFile(inPieces(Buffer.from(brought)), (received) => storeStatementFile(db, actor, { name: "answer.xml" }, received));
}

type InFiles = Map<string | null, Debit[]>;

/** Tells if the bank has a file: this process has brought it, or the bank has decided about one of its debits. */
function isAtBank(fileId: string, inFiles: InFiles): boolean {
  return broughtFiles.has(fileId) || (inFiles.get(fileId) ?? []).some(({ status }) => status !== "at_bank");
}

async function debitsInFiles(): Promise<InFiles> {
  return Map.groupBy(await db.select().from(debits).where(eq(debits.partnerId, partnerId)), ({ fileId }) => fileId);
}

/** Files that the bank may have. */
function standingFiles() {
  return db
    .select()
    .from(debitFiles)
    .where(and(eq(debitFiles.partnerId, partnerId), whereFileStands));
}
