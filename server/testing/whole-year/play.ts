import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { getBackgroundJob } from "@/server/background/jobs";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { receivedFile } from "../given-statement";
import type { Scene } from "./acts";
import { filesOfDay, inTransitCents } from "./bank";
import { type Account, type Books, readBooks } from "./books";
import { faultsOfDay } from "./check-day";
import { faultsOfPlan } from "./check-plan";
import { habits } from "./habits";
import { type Look, lookAgain, payerOf } from "./look";
import { bringDebits, decideAtDesk, disturb, giveBack } from "./staff";
import { actorOf, goOnADay, type Stage, setYear, transmitRound, work } from "./stage";

interface Year {
  /** Seed of all draws. */
  seed: string;
  /** Number of days. */
  days: number;
  /** Number of invoices of a round, in which each company transmits an import with its share. */
  perRound: number;
  /** Number of rounds. */
  rounds: number;
  /** Number of days between two rounds. */
  everyDays: number;
}

/** A year as it was played. */
interface PlayedYear {
  /** Faults in words, with the seed and the day. The year ends on the first day with any. */
  faults: string[];
  /** Number of lines at the end, by type. */
  lines: Map<string, number>;
  /** Number of messages by kind, and number of refused acts by name and code. */
  counts: Map<string, number>;
}

/** Notes taken during the year. */
interface Notes {
  looks: Map<string, Look>;
  /** Outcome of the attempt to divide each invoice, by its id. */
  divided: Map<string, string>;
  counts: Map<string, number>;
}

/**
 * Plays a year of seven companies in a sandbox. On each day the clock moves on and the service does what is due; then imports are transmitted,
 * banks send their files, customers and staff act, and files of direct debits are brought to the bank. Only banks, the provider and the mail
 * server are invented. Each draw depends on the seed. Each day, the rows are compared with the interface's promises.
 */
export async function playYear(year: Year): Promise<PlayedYear> {
  const stage = await setYear(year.seed);
  const notes: Notes = { looks: new Map(), divided: new Map(), counts: new Map() };
  let books = await readBooks(stage);
  const faults: string[] = [];
  for (let day = 0; day < year.days && faults.length === 0; day += 1) {
    if (day > 0) {
      const before = books;
      await goOnADay(stage);
      books = await readBooks(stage);
      faults.push(...inWords(year, day, "in the night", faultsOfPlan(before, books, notes.looks, await actorOf(stage))));
    }
    books = await playDay(stage, year, day, notes);
    faults.push(...inWords(year, day, "in the evening", await faultsOfEvening(stage, books, notes)));
  }
  const kinds = books.accounts.flatMap(({ lines }) => lines.map(({ type }) => type));
  for (const { kind } of books.accounts.flatMap(({ outgoing }) => outgoing)) count(notes, kind);
  return { faults, lines: new Map([...Map.groupBy(kinds, (type) => type)].map(([type, of]) => [type, of.length])), counts: notes.counts };
}

function inWords({ seed }: Year, day: number, when: string, faults: readonly string[]): string[] {
  return faults.map((fault) => `seed "${seed}", day ${day} ${when}: ${fault}`);
}

async function playDay(stage: Stage, year: Year, day: number, notes: Notes): Promise<Books> {
  const actor = await actorOf(stage);
  const today = dayAt(clock.now(actor));
  const round = day / year.everyDays;
  if (Number.isInteger(round) && round < year.rounds) await transmitRound(stage, round * year.perRound, year.perRound, round % 2 === 0);
  for (const { name, contents } of filesOfDay(stage.bank, today)) {
    const { statements } = await storeStatementFile(db, actor, { name }, receivedFile(contents));
    if (statements.some(({ waitsBecause }) => waitsBecause !== null)) throw new Error(`${name} waits`);
  }
  await work(stage);
  await decideAtDesk(stage, actor);
  await actAll(stage, actor, today, await readBooks(stage), notes);
  await getBackgroundJob("payments").run(db, { scope: { partnerId: stage.partner.id } });
  await work(stage);
  await bringDebits(stage, actor, today);
  await work(stage);
  return readBooks(stage);
}

/** Lets customers and staff act on each invoice, by the rows and answers of before. */
async function actAll(stage: Stage, actor: Actor, today: string, { accounts }: Books, notes: Notes): Promise<void> {
  const families = Map.groupBy(accounts, payerOf);
  const sceneOf = (account: Account): Scene => {
    const age = daysFrom(account.played.transmittedOn, today);
    const owedCents = account.row.retractedAt ? 0 : account.row.amountTotalCents - inTransitCents(stage.bank, account.row.id);
    return { stage, actor, account, today, age, openCents: Math.max(owedCents, 0) };
  };
  for (const account of accounts) {
    const { habit } = account.played.role;
    const scene = sceneOf(account);
    const { id } = account.row;
    const note = (outcome: string) => void notes.divided.set(id, outcome);
    const family = (families.get(payerOf(account)) ?? []).map(sceneOf);
    await attempt(notes, habit, async () => habits[habit]({ ...scene, look: notes.looks.get(id), family, note }));
    await attempt(notes, "giveBack", () => giveBack(scene));
    await attempt(notes, "disturb", async () => {
      const name = await disturb(scene);
      if (name) count(notes, `disturb ${name}`);
    });
  }
}

/** Refusals that the interface allows for these acts, because something else happened to the invoice before. */
const refusals = [
  "already_retracted",
  "changed_meanwhile",
  "credit_exceeds_charged",
  "invoice_not_on_hold",
  "invoice_on_hold",
  "nothing_outstanding",
  "payment_in_progress",
  "payment_not_refundable",
  "refund_exceeds_owed",
];

async function attempt(notes: Notes, name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof DomainError && refusals.includes(error.code))) throw error;
    count(notes, `${name} ${error.code}`);
  }
}

function count({ counts }: Notes, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Reads the interface's answers about the invoices, and returns the differences between the rows of a day and the promises. */
async function faultsOfEvening(stage: Stage, books: Books, notes: Notes): Promise<string[]> {
  const actor = await actorOf(stage);
  notes.looks = await lookAgain(actor, books, notes.looks);
  return faultsOfDay(stage, actor, books, notes.looks, notes.divided);
}
