import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { customerLinks } from "@/db/schema/customer-links";
import type { Partner } from "@/db/schema/partners";
import { type Season, seasonFiles, seasons } from "@/db/schema/seasons";
import { type Actor, systemActor } from "@/server/actor";
import { askQuestion } from "@/server/customer-page/ask-question";
import { addDays } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { readSeason, whereSeason } from "@/server/sandbox/read-season";
import { makeBankDay } from "./bank-day";
import type { SeasonQuestion } from "./customers";
import { handOverDebits } from "./hand-over-debits";
import { LeaseLost } from "./lease-lost";
import { questionOf } from "./questions";
import { readBalances, readFacts } from "./read-facts";
import { requireScenario } from "./scenario-refusal";
import type { SeasonInvoice } from "./season-facts";

/**
 * Makes the files of a day and asks its customers' questions, in one transaction, so that a crash leaves all of it or nothing. Throws
 * `LeaseLost` if the day was made meanwhile, or if the season was stopped, even while the day is being made.
 */
export async function makeDay(db: Database, partner: Partner, { id, playedOn, firstOn }: Season, day: string): Promise<void> {
  const actor = systemActor(partner);
  await transact(db, actor, async (tx) => {
    // One process at a time makes a day. The season's row is not locked, so that a person can stop it meanwhile.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`season ${partner.id} ${id}`}, 0))`);
    const season = await readSeason(tx, actor);
    if (season?.state !== "playing" || season.playedOn !== playedOn || season.madeOn !== playedOn) throw new LeaseLost();
    const scenario = requireScenario(season.scenario);
    const handedOver = scenario.debit_files === "made" ? await handOverDebits(tx, actor, day) : [];
    const facts = await readFacts(tx, actor, day);
    const days = { after: playedOn ?? addDays(firstOn, -1), day };
    const { files, questions } = makeBankDay(season.seed, scenario, days, facts, await readBalances(tx, actor));
    const made = [
      ...handedOver.map(({ iban, contents }, nth) => ({ kind: "pain008" as const, name: nameOfDebits(day, iban, nth), contents })),
      ...files,
    ];
    if (made.length > 0)
      await tx
        .insert(seasonFiles)
        .values(made.map((file, place) => ({ ...file, partnerId: partner.id, id: newId(), seasonId: season.id, day, place })));
    for (const { invoiceId } of questions) await ask(tx, actor, facts.invoices, invoiceId);
    const isUnchanged = sql`${seasons.playedOn} is not distinct from ${playedOn} and ${seasons.madeOn} is not distinct from ${playedOn}`;
    const [kept] = await tx
      .update(seasons)
      .set({ madeOn: day })
      .where(and(whereSeason(season), eq(seasons.state, "playing"), isUnchanged))
      .returning({ id: seasons.id });
    if (!kept) throw new LeaseLost();
  });
}

function nameOfDebits(day: string, iban: string, nth: number): string {
  return `${day}_pain.008_${iban}${nth === 0 ? "" : `_${nth + 1}`}.xml`;
}

/** Asks a question as the customer of an invoice does on its page. Does nothing if the invoice has no page. */
async function ask(tx: Database, actor: Actor, invoices: readonly SeasonInvoice[], invoiceId: SeasonQuestion["invoiceId"]): Promise<void> {
  const [link] = await tx
    .select({ id: customerLinks.id })
    .from(customerLinks)
    .where(and(eq(customerLinks.partnerId, actor.partnerId), eq(customerLinks.invoiceId, invoiceId), isNull(customerLinks.revokedAt)));
  const locale = invoices.find(({ id }) => id === invoiceId)?.locale;
  if (!link || !locale) return;
  await askQuestion(tx, { ...actor, kind: "customer", id: link.id, companyIds: [], invoiceId }, { message: questionOf(locale) });
}
