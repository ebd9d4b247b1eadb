import { setTimeout as wait } from "node:timers/promises";
import { inArray, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { QUIET_MS } from "@/server/billing/collection/earliest-demand";
import { decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { lastFailedAt } from "@/server/billing/payments/last-failed-at";
import { type Random, randomFrom } from "@/server/demo/random";
import { messageKinds } from "@/server/domain/rules/collection-messages";
import { type Findings, findWhatIsWrong } from "./after-kills";
import { givenStage, type Stage } from "./given-stage";
import { type SmtpStep, startSmtpServer } from "./smtp-server";
import { makeVictim, type Victim } from "./victim";

type Db = Connection["db"];

/** Number of invoices for each killed sender: more than it sends, or has in progress, before it is killed. */
const INVOICES_PER_KILL = 40;
const PAID_PER_KILL = 8;
const AMOUNT_CENTS = 4_500;
/** Time-out in ms, far longer than anything expected takes. */
const PATIENCE_MS = 60_000;

/**
 * Steps at which a sender is killed, with the maximum number of times that the mail server has seen the step before. A sender has ten
 * connections, each for one mail after another.
 */
const steps: readonly (readonly [SmtpStep, most: number])[] = [
  ["greeted", 8],
  ["recipient", 15],
  ["data", 15],
  ["contents", 15],
  ["answered", 15],
];

export interface Killed extends Findings {
  /** Kills of senders, by the last step that the mail server had seen. */
  sendersKilled: Map<string, number>;
  payersKilled: number;
}

/**
 * Kills two processes so many times each, at points chosen by the seed: one sends messages, in the other customers and staff move money. Then
 * everything that was begun may end, and the books are compared with the records of the mail server and the bank. Needs the bundled programs
 * `bench/killed-sender` and `bench/killed-payer`. Throws if a process hangs.
 */
export async function killAtAnyPoint(db: Db, { kills, seed }: { kills: number; seed: number }): Promise<Killed> {
  const random = randomFrom(seed);
  const smtpWatch = makeWatch<SmtpStep>();
  const payerWatch = makeWatch<string>();
  const wrongs: string[] = [];
  const smtp = await startSmtpServer(smtpWatch.saw);
  const sender = makeVictim("killed-sender", { SMTP_URL: smtp.url, MAIL_FROM: "Collection <no-reply@portal.example>" });
  const payer = makeVictim("killed-payer", {}, (line) => (line.startsWith("wrong") ? wrongs.push(line) : payerWatch.saw(line)));
  const sendersKilled = new Map<string, number>();
  const stage = await givenStage(db, Array<number>(kills * INVOICES_PER_KILL).fill(AMOUNT_CENTS), { isSandbox: false });
  const paid = stage.invoiceIds.slice(0, kills * PAID_PER_KILL);
  const killSenders = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const [step, most] = random.pick(steps);
      sender.start([stage.partnerId]);
      await smtpWatch.until(step, random.whole(1, most));
      await waitShortly(random);
      await sender.kill();
      sendersKilled.set(step, (sendersKilled.get(step) ?? 0) + 1);
    }
  };
  const killPayers = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      payer.start([stage.partnerId, String(seed + kill), ...paid]);
      await payerWatch.until(null, random.whole(1, 200));
      await waitShortly(random);
      await payer.kill();
    }
  };
  try {
    await Promise.all([killSenders(), killPayers()]);
    await letMoneyEnd(db, payer, stage);
    await letMessagesEnd(db, sender, stage);
  } finally {
    await Promise.all([sender.kill(), payer.kill()]);
    await smtp.close();
  }
  const findings = await findWhatIsWrong(db, stage, smtp.received);
  return { ...findings, wrongs: [...wrongs, ...findings.wrongs], sendersKilled, payersKilled: kills };
}

/** Waits not at all, or for the time of a statement or two. */
async function waitShortly(random: Random): Promise<void> {
  if (random.chance(0.6)) await wait(random.whole(1, 20));
}

/** Returns a watch, whose `until` resolves after so many events of a kind, or of any kind for null. It rejects if nothing more happens. */
function makeWatch<Event>() {
  let onEvent = (_: Event) => {};
  return {
    saw: (event: Event) => onEvent(event),
    until: (wanted: Event | null, count: number) =>
      new Promise<void>((resolve, reject) => {
        const standStill = () => reject(new Error(`nothing more is seen: ${wanted ?? "acts"}`));
        let timer = setTimeout(standStill, PATIENCE_MS);
        let left = count;
        onEvent = (event) => {
          clearTimeout(timer);
          timer = setTimeout(standStill, PATIENCE_MS);
          if (wanted === null || event === wanted) left -= 1;
          if (left > 0) return;
          clearTimeout(timer);
          onEvent = () => {};
          resolve();
        };
      }),
  };
}

/**
 * Ends all payments: the bank decides pending ones, customers have abandoned the rest. The questions that killed processes asked the bank are
 * due again at once, because tests do not wait for leases.
 */
async function letMoneyEnd(db: Db, payer: Victim, { partnerId, invoiceIds }: Stage): Promise<void> {
  const begun = await db.select().from(payments).where(inArray(payments.invoiceId, invoiceIds));
  for (const { providerReference, status } of begun) {
    if (providerReference && status === "pending") await decideAtLast(db, providerReference);
  }
  await db.execute(sql`update payments set expires_at = now() where partner_id = ${partnerId} and status = 'pending'`);
  await db.execute(sql`update payments set next_ask_at = now() where partner_id = ${partnerId} and next_ask_at is not null`);
  await db.execute(sql`update refunds set next_ask_at = now() where partner_id = ${partnerId} and status = 'pending'`);
  payer.start([partnerId, "0"]);
  await untilNone(
    db,
    "payments and refunds",
    sql`
      select id from payments where partner_id = ${partnerId} and (status = 'pending' or next_ask_at <= now())
      union all select id from refunds where partner_id = ${partnerId} and status = 'pending'`,
  );
  await payer.kill();
}

/** Decides a payment that is pending at the bank. Other payments count as abandoned. */
async function decideAtLast(db: Db, reference: string): Promise<void> {
  const [underWay] = await db.execute(sql`select id from simulated_bank_payments where id = ${reference} and state = 'pending'`);
  if (underWay) await decide(db, reference, "pay");
}

/**
 * Ends all messages. The messages of killed processes are due again at once, because tests do not wait for leases. Demands within a day of a
 * failed payment keep waiting. Announcements are sent, and handovers in progress are settled.
 */
async function letMessagesEnd(db: Db, sender: Victim, { partnerId }: Stage): Promise<void> {
  await db.execute(
    sql`update outgoing_messages set next_attempt_at = now() where partner_id = ${partnerId} and state in ('waiting', 'handing_over')`,
  );
  sender.start([partnerId]);
  await untilNone(
    db,
    "messages",
    sql`
      select id from outgoing_messages where partner_id = ${partnerId} and state = 'handing_over'
      union all select id from outgoing_messages m where partner_id = ${partnerId} and state = 'waiting'
        and not (kind in ${[...messageKinds]} and coalesce(${lastFailedAt({ partnerId: sql`m.partner_id`, id: sql`m.invoice_id` })} > now() - ${QUIET_MS} * interval '1 millisecond', false))
      union all select c.invoice_id from collections c join partners p on p.id = c.partner_id
        where c.partner_id = ${partnerId} and c.next_at <= now() + p.clock_offset_ms * interval '1 millisecond'
      union all select import_id from collection_starts where partner_id = ${partnerId}`,
  );
  await sender.kill();
}

/** Waits until the query returns no rows. Throws if the number of its rows has not fallen for long. */
async function untilNone(db: Db, what: string, left: ReturnType<typeof sql>): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let until = Date.now() + PATIENCE_MS; ; await wait(100)) {
    const count = (await db.execute(left)).length;
    if (count === 0) return;
    if (count < fewest) until = Date.now() + PATIENCE_MS;
    fewest = Math.min(fewest, count);
    if (Date.now() > until) throw new Error(`${count} ${what} never end`);
  }
}
