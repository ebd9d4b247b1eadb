import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { type Random, randomFrom } from "@/server/demo/random";
import type { CustomerMail, HandOver, MailConnection, Outcome, Transport } from "@/server/outbound/messages/transport";
import { type Books, booksOf } from "./books";

type Db = Connection["db"];

/** What became of a mail: taken and confirmed; not taken yet; or the connection broke, after it was taken or before. */
type Fate = "taken" | "not_now" | "taken_in_silence" | "lost_in_silence";

const LONGEST_WAIT_MS = 15;

/** A mail server that lets senders wait, refuses and falls silent at times, and knows of each mail what the books said while it went. */
export class MailWitness {
  /** How often each message was taken, by its id. */
  readonly taken = new Map<string, number>();
  /** How often what came of a mail: `mail taken`, `mail not_handed_over`. */
  readonly outcomes = new Map<string, number>();
  /** What must never be, in words. */
  readonly violations: string[] = [];
  readonly transport: Transport;
  private readonly random: Random;

  constructor(
    private readonly db: Db,
    seed: number,
  ) {
    this.random = randomFrom(seed);
    const connection: MailConnection = { send: (mail, handOver) => this.take(mail, handOver), close: () => {} };
    this.transport = { kind: "smtp", connect: async () => connection, isInvented: true };
  }

  /** Where messages and what is written about them do not agree. `takenBefore`: of the time before the books were read. */
  problemsIn({ outgoing }: Books, takenBefore: ReadonlySet<string>): string[] {
    return outgoing.flatMap(({ id, state }) => {
      if ((this.taken.get(id) ?? 0) > 1) return [`a message was taken ${this.taken.get(id)} times`];
      if (state === "sent" && !this.taken.has(id)) return ["a message counts as sent that was never taken"];
      const mayHaveGone = state === "handing_over" || state === "sent" || state === "unknown";
      return takenBefore.has(id) && !mayHaveGone ? [`a message that was taken is ${state}`] : [];
    });
  }

  private async take({ id }: CustomerMail, handOver: HandOver): Promise<Outcome> {
    const { partnerId, invoiceId, kind } = only(await this.db.select().from(outgoingMessages).where(eq(outgoingMessages.id, id)));
    await wait(this.random.whole(0, LONGEST_WAIT_MS));
    const before = await booksOf(this.db, partnerId, invoiceId);
    if (!(await handOver())) return this.end("not_handed_over", { state: "not_handed_over" });
    const after = await booksOf(this.db, partnerId, invoiceId);
    const asks = kind.startsWith("request") || kind.startsWith("reminder");
    if (asks && !mayHaveBeenOwed(before, after)) this.violations.push(`invoice ${invoiceId} was asked for although nothing was to be paid`);

    const fate = this.random.weighted<Fate>([
      ["taken", 8],
      ["not_now", 2],
      ["taken_in_silence", 1],
      ["lost_in_silence", 1],
    ]);
    if (fate === "taken" || fate === "taken_in_silence") this.taken.set(id, (this.taken.get(id) ?? 0) + 1);
    if (fate === "taken") return this.end(fate, { state: "sent" });
    return this.end(fate, fate === "not_now" ? { state: "waiting", failure: "450" } : { state: "unknown", failure: "ETIMEDOUT" });
  }

  private end(what: string, outcome: Outcome): Outcome {
    this.outcomes.set(`mail ${what}`, (this.outcomes.get(`mail ${what}`) ?? 0) + 1);
    return outcome;
  }
}

/**
 * Whether at any moment from `before` to `after` something could be asked for. Lines are only added, so that as many of them mean the same total all
 * the time; no retraction is taken back; and a payment that is on its way both times was so in between.
 */
function mayHaveBeenOwed(before: Books, after: Books): boolean {
  const isUnchanged = before.lines.length === after.lines.length;
  const onTheirWay = after.payments.filter(({ status }) => status === "pending").map(({ id }) => id);
  const stayedOnItsWay = before.payments.some(({ id, status }) => status === "pending" && onTheirWay.includes(id));
  return !before.retractedAt && !(isUnchanged && before.totalCents <= 0) && !stayedOnItsWay;
}
