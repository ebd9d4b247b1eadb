import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { apiKeys } from "@/db/schema/api-keys";
import { moneyActs } from "@/db/schema/money-acts";
import type { Actor } from "@/server/actor";
import { accountKey } from "@/server/domain/banking/british-account";
import { DAY_MS } from "@/server/domain/formats/time";
import type { MoneyActKind } from "@/server/domain/rules/money-act-kinds";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { keyedHash } from "@/server/platform/keyed-hash";
import { getSecondPersonRule } from "./second-person-rule";

/** Period over which acts are summed, in ms by the partner's clock. */
const SUMMED_MS = DAY_MS;

/** An amount that a person or an API key records or orders. */
export interface MoneyAct {
  kind: MoneyActKind;
  currency: string;
  amountCents: number;
  /** The payee; absent for incoming money, or money that goes back through its provider. */
  payee?: Payee;
}

interface Payee {
  /** An IBAN, or a British sort code and account number in 14 digits. */
  account: string;
  /** Whether the account was only typed: no money came from it, and the customer has not confirmed it. */
  isTyped: boolean;
}

/**
 * Whether these acts exceed the partner's limit. Acts of all kinds are summed together, with the acts of the last 24 hours that had no second
 * person, but each currency separately. The service's own acts never exceed the limit. The limit applies to three sums:
 * - that of the author: a person, or all keys that one person created;
 * - that of each payee, over all authors;
 * - that of all typed payees, over all authors.
 *
 * Locks the partner's sums until the transaction ends, so that each of several simultaneous acts counts those before it. Lock invoices and payments
 * first: an act that locks them afterwards can deadlock.
 */
export async function isAboveLimit(tx: Database, actor: Actor, acts: readonly MoneyAct[]): Promise<boolean> {
  const { aboveCents } = await getSecondPersonRule(tx, actor);
  if (aboveCents === null || actor.id === null) return false;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`money acts ${actor.partnerId}`}, 0))`);
  const author = await authorOf(tx, actor);
  for (const currency of new Set(acts.map((act) => act.currency))) {
    const sums = new Sums(tx, actor, currency);
    const actsInCurrency = acts.filter((act) => act.currency === currency);
    if ((await sums.of(eq(moneyActs.author, author))) + sumOf(actsInCurrency) > aboveCents) return true;
    if (await exceedsByPayee(sums, actsInCurrency, aboveCents)) return true;
  }
  return false;
}

/** Records acts that had no second person, even if there is no limit, because a limit that is set later counts them. */
export async function noteMoneyActs(tx: Database, actor: Actor, acts: readonly MoneyAct[]): Promise<void> {
  if (actor.id === null || acts.length === 0) return;
  const author = await authorOf(tx, actor);
  const { partnerId } = actor;
  const createdAt = clock.now(actor);
  await tx.insert(moneyActs).values(
    acts.map(({ kind, currency, amountCents, payee }) => ({
      partnerId,
      id: newId(),
      author,
      kind,
      currency,
      amountCents,
      createdAt,
      payeeHash: payee ? hashOf(payee) : null,
      isPayeeTyped: payee?.isTyped ?? false,
    })),
  );
}

/** Deletes acts that no longer count, by real time: partners' clocks are behind it only while a demo's past is played. */
export async function forgetOldMoneyActs(db: Database): Promise<void> {
  await db.delete(moneyActs).where(lt(moneyActs.createdAt, new Date(Date.now() - 2 * SUMMED_MS)));
}

async function exceedsByPayee(sums: Sums, acts: readonly MoneyAct[], aboveCents: number): Promise<boolean> {
  const outgoing = acts.flatMap(({ payee, ...act }) => (payee ? [{ ...act, isTyped: payee.isTyped, hash: hashOf(payee) }] : []));
  const typed = outgoing.filter(({ isTyped }) => isTyped);
  if (typed.length > 0 && (await sums.of(sql`${moneyActs.isPayeeTyped}`)) + sumOf(typed) > aboveCents) return true;
  const centsByPayee = await sums.byPayee(outgoing.map(({ hash }) => hash));
  return outgoing.some(({ hash }) => (centsByPayee.get(hash) ?? 0) + sumOf(outgoing.filter((other) => other.hash === hash)) > aboveCents);
}

/** The sums of the last 24 hours in one currency, in cents. */
class Sums {
  private readonly where: SQL | undefined;

  constructor(
    private readonly tx: Database,
    actor: Actor,
    currency: string,
  ) {
    const since = new Date(clock.now(actor).getTime() - SUMMED_MS);
    this.where = and(eq(moneyActs.partnerId, actor.partnerId), eq(moneyActs.currency, currency), gt(moneyActs.createdAt, since));
  }

  async of(which: SQL): Promise<number> {
    return only(await this.tx.select({ cents: summed }).from(moneyActs).where(and(this.where, which))).cents;
  }

  async byPayee(hashes: string[]): Promise<Map<string | null, number>> {
    const rows = await this.tx
      .select({ hash: moneyActs.payeeHash, cents: summed })
      .from(moneyActs)
      .where(and(this.where, inArray(moneyActs.payeeHash, hashes)))
      .groupBy(moneyActs.payeeHash);
    return new Map(rows.map(({ hash, cents }) => [hash, cents]));
  }
}

const summed = sql`coalesce(sum(${moneyActs.amountCents}), 0)`.mapWith(Number);

function sumOf(acts: readonly Pick<MoneyAct, "amountCents">[]): number {
  return acts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function hashOf({ account }: Payee): string {
  return keyedHash(`payee ${accountKey(account)}`);
}

/** Returns the author whose acts are summed. Keys that one person created count together, so that a further key does not start a new sum. */
async function authorOf(tx: Database, { partnerId, kind, id }: Actor): Promise<string> {
  if (kind !== "key" || id === null) return `${kind}:${id}`;
  const [key] = await tx
    .select({ createdBy: apiKeys.createdBy })
    .from(apiKeys)
    .where(and(eq(apiKeys.partnerId, partnerId), eq(apiKeys.id, id)));
  return key?.createdBy ? `keys:${key.createdBy}` : `key:${id}`;
}
