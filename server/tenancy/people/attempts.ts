import { and, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { attempts } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { networkOf, UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { newId } from "@/server/platform/id";
import { keyedHash } from "@/server/platform/keyed-hash";
import { limitsHit } from "@/server/platform/metrics";

/** What is tried, for which account and from which address. Whether there is such an account makes no difference. */
export interface Attempt {
  account: string;
  address: string;
  /** The client has never signed in to the account. */
  isStranger?: boolean;
}

interface Limits {
  /** Of one account from one address: what an attacker does elsewhere does not lock the owner out. */
  both?: number;
  account?: number;
  /** Of one account, from all addresses, for those who are strangers to it. */
  strangers?: number;
  /** Over all accounts. */
  address?: number;
  /** If not 15. */
  windowMinutes?: number;
}

const DAY_MINUTES = 24 * 60;

/** How many within 15 minutes, unless it says otherwise. */
const limits = {
  password: { both: 5, address: 50, strangers: 25 },
  // Three requests mean three mails, each of which still works.
  password_reset: { account: 3, address: 20 },
  // An administrator who asks which addresses have accounts elsewhere.
  invitation_refused: { account: 5 },
  // Mails to whomever an administrator names: of a partner, and to one person again.
  invitation: { account: 20, windowMinutes: DAY_MINUTES },
  invitation_again: { account: 3, windowMinutes: DAY_MINUTES },
  // A second factor, by who has the password. Their owner is told, once a day.
  proof: { account: 10 },
  proof_warning: { account: 1, windowMinutes: DAY_MINUTES },
  // A customer, by the one invoice that their link opens.
  customer_question: { account: 5 },
  contact_correction: { account: 5 },
  donation: { account: 5 },
  customer_link: { account: 3, windowMinutes: DAY_MINUTES },
} satisfies Record<string, Limits>;

type Kind = keyof typeof limits;

const WINDOW_MINUTES = 15;

/**
 * Takes one of the allowed attempts and returns its id, so that it can be given back if it succeeds. It is taken beforehand: of twenty guesses at once,
 * only the allowed ones are checked. Throws `too_many_attempts`. In the database rather than by the rate limiter, because it must hold over all
 * processes also without Redis, and across restarts.
 */
export async function takeAttempt(db: Database, kind: Kind, attempt: Attempt): Promise<string> {
  const { account, address, strangers, windowMinutes }: Limits = limits[kind];
  const hashes = hashesOf(kind, attempt);
  const id = newId();
  await db.transaction(async (tx) => {
    // Attempts made at the same time count each other. Locks are taken in one order, so that two attempts never deadlock.
    const counted = [...(account || strangers ? [hashes.account] : []), ...(address ? [hashes.address] : [])].sort();
    for (const hash of counted) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`);
    if (isOver(limits[kind], await countAttempts(tx, hashes, windowMinutes), attempt)) {
      limitsHit.inc({ limit: kind });
      throw new DomainError("too_many_attempts");
    }
    await tx.insert(attempts).values({ id, accountHash: hashes.account, addressHash: hashes.address, madeAt: sql`now()` });
  });
  return id;
}

/** Whether strangers have used up their guesses at an account's password. */
export async function isGuessedByMany(db: Database, account: string): Promise<boolean> {
  return (await countAttempts(db, hashesOf("password", { account, address: "" }))).account >= limits.password.strangers;
}

/** It was no failure. */
export async function giveBackAttempt(db: Database, id: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.id, id));
}

/** Resets the count once the account's owner has proven who they are. */
export async function forgetAttempts(db: Database, kind: Kind, account: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.accountHash, hashesOf(kind, { account, address: "" }).account));
}

/** Removes what no longer counts. */
export async function forgetOldAttempts(db: Database): Promise<void> {
  await db.delete(attempts).where(lt(attempts.madeAt, ago(DAY_MINUTES)));
}

interface Counts {
  both: number;
  account: number;
  address: number;
}

async function countAttempts(tx: Database, hashes: { account: string; address: string }, windowMinutes = WINDOW_MINUTES): Promise<Counts> {
  const isAccount = eq(attempts.accountHash, hashes.account);
  const isAddress = eq(attempts.addressHash, hashes.address);
  return only(
    await tx
      .select({
        both: sql<number>`(count(*) filter (where ${isAccount} and ${isAddress}))::int`,
        account: sql<number>`(count(*) filter (where ${isAccount}))::int`,
        address: sql<number>`(count(*) filter (where ${isAddress}))::int`,
      })
      .from(attempts)
      .where(and(or(isAccount, isAddress), gt(attempts.madeAt, ago(windowMinutes)))),
  );
}

function ago(minutes: number): SQL {
  return sql`now() - ${minutes} * interval '1 minute'`;
}

/** An address that stands for everybody must not keep everybody out. */
function isOver(limits: Limits, counts: Counts, { address, isStranger }: Attempt): boolean {
  return (
    (isStranger === true && counts.account >= (limits.strangers ?? Number.POSITIVE_INFINITY)) ||
    counts.both >= (limits.both ?? Number.POSITIVE_INFINITY) ||
    counts.account >= (limits.account ?? Number.POSITIVE_INFINITY) ||
    (address !== UNKNOWN_ADDRESS && counts.address >= (limits.address ?? Number.POSITIVE_INFINITY))
  );
}

/** Only hashes are kept, and keyed ones: there are few enough addresses to try them all. */
function hashesOf(kind: Kind, { account, address }: Attempt): { account: string; address: string } {
  const hash = (text: string) => keyedHash(`${kind} ${text}`);
  return { account: hash(`account ${account}`), address: hash(`address ${networkOf(address)}`) };
}
