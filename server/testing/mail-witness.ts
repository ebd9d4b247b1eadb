import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { type Random, randomFrom } from "@/server/demo/random";
import type { CustomerMail, MailConnection, Outcome, Transport } from "@/server/messages/transport";
import type { HandOver } from "@/server/platform/mail/smtp";
import { type Books, booksOf } from "./books";

type Db = Connection["db"];

/** Outcome of a mail: accepted and confirmed; not accepted; accepted, but the connection broke; or the connection broke before. */
type Fate = "taken" | "not_now" | "taken_in_silence" | "lost_in_silence";

const LONGEST_WAIT_MS = 15;

/** A mail server that delays, refuses and falls silent at times. It checks by the books whether each mail may be sent. */
export class MailWitness {
  /** Number of times each message was accepted, by its id. */
  readonly taken = new Map<string, number>();
  /** Number of mails with each outcome, such as `mail taken` and `mail not_handed_over`. */
  readonly outcomes = new Map<string, number>();
  /** Violations, in words. */
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

  /** Returns contradictions between messages and their records. `takenBefore`: ids of messages accepted before the books were read. */
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
 * Whether anything could be demanded at some moment from `before` to `after`. Lines are only added, so the same number of lines means the same
 * total throughout. Retractions are final. A payment that is pending both times was pending in between.
 */
function mayHaveBeenOwed(before: Books, after: Books): boolean {
  const owedNothing = before.lines.length === after.lines.length && before.totalCents <= 0;
  const onTheirWay = after.payments.filter(({ status }) => status === "pending").map(({ id }) => id);
  const stayedOnItsWay = before.payments.some(({ id, status }) => status === "pending" && onTheirWay.includes(id));
  return !before.retractedAt && !owedNothing && !stayedOnItsWay;
}
