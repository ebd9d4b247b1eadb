import { eq } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { randomFrom } from "@/server/demo/random";
import { tryAct, weights } from "./acts";
import { booksOf, problemsIn } from "./books";
import { givenStage } from "./given-stage";
import type { MailWitness } from "./mail-witness";

type Db = Connection["db"];

const ROUNDS = 6;
/** Number of simultaneous acts in a round. */
const AT_ONCE = 4;

export interface Interleaved {
  /** Number of times that each outcome occurred, such as `retract done` and `retract payment_in_progress`. */
  outcomes: Map<string, number>;
  /** Violations, in words. */
  violations: string[];
}

/** Does several acts on an invoice at once, in several rounds, and checks the invoice's books after each round. */
export async function interleave(db: Db, mails: MailWitness, seed: number): Promise<Interleaved> {
  const random = randomFrom(seed);
  const outcomes = new Map<string, number>();
  const violations: string[] = [];
  const history: string[] = [];
  const { partnerId, invoiceIds } = await givenStage(db, [1_000 * (1 + (seed % 3))], { isSandbox: true });
  const [invoiceId = ""] = invoiceIds;
  // The customer is asked for the money.
  await runCollection(db, { transport: mails.transport, scope: { partnerId } });

  for (let round = 0; round < ROUNDS; round += 1) {
    const actor = systemActor(only(await db.select().from(partners).where(eq(partners.id, partnerId))));
    const chosen = Array.from({ length: AT_ONCE }, () => random.weighted(weights));
    const scene = { db, actor, invoiceId, random, transport: mails.transport };
    const results = await Promise.all(chosen.map(async (act) => ({ act, ...(await tryAct(act, scene)) })));
    const told = results.map(({ act, result }) => `${act} ${result}`);
    for (const outcome of told) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    history.push(told.join(", "));
    const problems = await problemsOf(db, mails, { partnerId, invoiceId });
    const failed = results.filter(({ isAllowed }) => !isAllowed).map(({ act, result }) => `${act} ended with ${result}`);
    violations.push(...[...problems, ...failed].map((problem) => `seed ${seed}: ${problem}, after ${history.join("; ")}`));
    if (violations.length > 0) break;
  }
  return { outcomes, violations };
}

async function problemsOf(
  db: Db,
  mails: MailWitness,
  { partnerId, invoiceId }: { partnerId: string; invoiceId: string },
): Promise<string[]> {
  const takenBefore = new Set(mails.taken.keys());
  const books = await booksOf(db, partnerId, invoiceId);
  return [...problemsIn(books), ...mails.problemsIn(books, takenBefore), ...mails.violations.splice(0)];
}
