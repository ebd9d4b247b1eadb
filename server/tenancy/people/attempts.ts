import { and, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { attempts } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { networkOf, UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { newId } from "@/server/platform/id";
import { keyedHash } from "@/server/platform/keyed-hash";
import { limitsHit } from "@/server/platform/metrics";

export interface Attempt {
  /** E-mail address that may have an account, or the id of the person, partner or invoice that the attempt counts for. */
  account: string;
  /** Network address of the client; `UNKNOWN_ADDRESS` or empty for limits that count no addresses. */
  address: string;
  /** Whether the client has never signed in to the account. */
  isStranger?: boolean;
}

interface Limits {
  /** Per account and address, so that an attacker elsewhere does not lock the owner out. */
  both?: number;
  /** Per account, over all addresses. */
  account?: number;
  /** Per account, over all addresses, for clients that have never signed in to it. */
  strangers?: number;
  /** Per address, over all accounts. */
  address?: number;
  /** Default: 15. */
  windowMinutes?: number;
}

const DAY_MINUTES = 24 * 60;

/** Attempts per 15 minutes, or per `windowMinutes`. */
const limits = {
  password: { both: 5, address: 50, strangers: 25 },
  // Three requests send three mails, each with a link that works.
  password_reset: { account: 3, address: 20 },
  // Refused invitations, with which an administrator could find out which addresses have accounts elsewhere.
  invitation_refused: { account: 5 },
  // Invitations by a partner, or by the support team, to addresses that an administrator or a lead names.
  invitation: { account: 20, windowMinutes: DAY_MINUTES },
  // Repeated invitations of one person.
  invitation_again: { account: 3, windowMinutes: DAY_MINUTES },
  // Failed proofs of identity, such as guesses of a second factor by somebody with the password.
  proof: { account: 10 },
  // Mails that warn the owner of such guesses.
  proof_warning: { account: 1, windowMinutes: DAY_MINUTES },
  // Requests of a customer, counted per invoice that their link opens.
  customer_question: { account: 5 },
  contact_correction: { account: 5 },
  donation: { account: 5 },
  mandate: { account: 5 },
  customer_link: { account: 3, windowMinutes: DAY_MINUTES },
} satisfies Record<string, Limits>;

type Kind = keyof typeof limits;

const WINDOW_MINUTES = 15;

/**
 * Takes one of the allowed attempts and returns its id, so that a success can give it back. Take it before the check: of twenty guesses at
 * once, only the allowed ones are checked. Throws `too_many_attempts`. Attempts are counted in the database instead of the rate limiter,
 * because the limit must hold over all processes without Redis, and across restarts.
 */
export async function takeAttempt(db: Database, kind: Kind, attempt: Attempt): Promise<string> {
  const { account, address, strangers, windowMinutes }: Limits = limits[kind];
  const hashes = hashesOf(kind, attempt);
  const id = newId();
  await db.transaction(async (tx) => {
    // Attempts made at the same time count each other. All take their locks in the same order, so that none deadlock.
    const hashesToLock = [...(account || strangers ? [hashes.account] : []), ...(address ? [hashes.address] : [])].sort();
    for (const hash of hashesToLock) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`);
    if (isOver(limits[kind], await countAttempts(tx, hashes, windowMinutes), attempt)) {
      limitsHit.inc({ limit: kind });
      throw new DomainError("too_many_attempts");
    }
    await tx.insert(attempts).values({ id, accountHash: hashes.account, addressHash: hashes.address, madeAt: sql`now()` });
  });
  return id;
}

/** Whether unknown clients have used up their guesses at an account's password. */
export async function isGuessedByMany(db: Database, account: string): Promise<boolean> {
  return (await countAttempts(db, hashesOf("password", { account, address: "" }))).account >= limits.password.strangers;
}

/** Deletes an attempt that was no failure. */
export async function giveBackAttempt(db: Database, id: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.id, id));
}

/** Resets the count once the account's owner has proved their identity. */
export async function forgetAttempts(db: Database, kind: Kind, account: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.accountHash, hashesOf(kind, { account, address: "" }).account));
}

/** Deletes attempts that no longer count. */
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

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Whether a limit is reached. Clients share the unknown address, so attempts from it must not block everybody. */
function isOver(limits: Limits, counts: Counts, { address, isStranger }: Attempt): boolean {
  const { both = NO_LIMIT, account = NO_LIMIT, strangers = NO_LIMIT, address: perAddress = NO_LIMIT } = limits;
  return (
    (isStranger === true && counts.account >= strangers) ||
    counts.both >= both ||
    counts.account >= account ||
    (address !== UNKNOWN_ADDRESS && counts.address >= perAddress)
  );
}

/** Returns keyed hashes, the only form that is stored: there are few enough addresses to try them all. */
function hashesOf(kind: Kind, { account, address }: Attempt): { account: string; address: string } {
  const hash = (text: string) => keyedHash(`${kind} ${text}`);
  return { account: hash(`account ${account}`), address: hash(`address ${networkOf(address)}`) };
}
