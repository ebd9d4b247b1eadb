import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import {
  collectionStarts,
  companies,
  importSettings,
  imports,
  invoiceLines,
  invoices,
  messages,
  partners,
  payments,
  supportAssignments,
  tickets,
} from "@/db/schema";
import { systemActor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenEnvironment } from "@/server/env";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { playBank } from "./bank";
import { insertBankAccounts } from "./bank-accounts";
import { SEASON_DAYS } from "./clubs";
import { playSeason } from "./season";
import { type Story, type ToldInvoice, tellStory } from "./story";

/** Seed of the story that each demo loads. */
export const SEED = 20_261_120;

/** The demo's partners, and the invoice that shows most features. */
export interface LoadedDemo {
  partners: { id: string; name: string }[];
  showcase: { partnerId: string; invoiceId: string };
}

/** Whether this database is still unused. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.select({ id: partners.id }).from(partners).limit(1)).length === 0;
}

/**
 * Loads a year of two partners, ending today: the story that `story.ts` creates from a fixed seed, completely or not at all. Then plays a
 * season of the first partner. The showcase is the oldest invoice, so that its id is the first.
 */
export async function loadDemo(db: Database, onProgress: (text: string) => void): Promise<LoadedDemo> {
  const story = tellStory({ seed: SEED, now: new Date(), brands: givenEnvironment().BRAND_CODES });
  const [partner] = story.partners;
  const [showcase] = story.invoices;
  if (!partner || !showcase) throw new Error("The story is empty");

  onProgress(`Loading the demo: ${story.invoices.length} invoices …`);
  await transact(db, systemActor({ id: partner.id, clockOffsetMs: 0 }), (tx) => insertStory(tx, story));
  onProgress(`Playing ${SEASON_DAYS} days of a season …`);
  const live = story.imports.flatMap(({ id, liveSinceDays }) => (liveSinceDays === null ? [] : [{ id, day: SEASON_DAYS - liveSinceDays }]));
  await playSeason(db, partner.id, live);
  await playBank(
    db,
    partner.id,
    live.map(({ id }) => id),
  );
  return { partners: story.partners, showcase: { partnerId: showcase.import.partnerId, invoiceId: showcase.id } };
}

/** Inserts the story in the order of events: records, transmissions, later events, and finally retractions. */
async function insertStory(tx: Database, story: Story): Promise<void> {
  const all = story.invoices;
  // The first partner's clock starts at the beginning of its season, and reaches the present at its end.
  await tx
    .insert(partners)
    .values(story.partners.map((told, index) => ({ ...told, clockOffsetMs: index === 0 ? -SEASON_DAYS * DAY_MS : 0 })));
  await tx.insert(companies).values(story.companies);
  await insertBankAccounts(tx, story.companies);
  await tx.insert(imports).values(story.imports.map((told) => ({ ...told, transmittedAt: null })));
  await insertRows(tx, invoices, all.map(invoiceRow));
  await insertRows(tx, invoiceLines, all.flatMap(createdLineRows));
  await transmit(tx, story);
  await insertRows(tx, invoiceLines, all.flatMap(laterLineRows));
  await insertRows(tx, payments, inOrder(all.flatMap(paymentRows)));
  await insertRows(tx, messages, inOrder(all.flatMap(messageRows)));
  await insertRows(tx, tickets, inOrder(all.flatMap(ticketRows)));
  await insertRows(tx, supportAssignments, all.flatMap(assignmentRows));
  await retract(tx, story);
}

/** Transmits with settings that send no messages, because the story already contains them. Due days are as for collected invoices. */
async function transmit(tx: Database, story: Story): Promise<void> {
  for (const { partnerId, id, transmittedAt } of story.imports) {
    if (!transmittedAt) continue;
    await tx
      .update(importSettings)
      .set(nothingSent)
      .where(and(eq(importSettings.partnerId, partnerId), eq(importSettings.importId, id)));
    await tx
      .update(imports)
      .set({ transmittedAt })
      .where(and(eq(imports.partnerId, partnerId), eq(imports.id, id)));
    await tx.delete(collectionStarts).where(and(eq(collectionStarts.partnerId, partnerId), eq(collectionStarts.importId, id)));
  }
}

const nothingSent = { request1Day: null, request2Day: null, reminder1Day: null, reminder2Day: null, reminder3Day: null };

/** Runs last, because a retracted invoice accepts no more lines. */
async function retract(tx: Database, story: Story): Promise<void> {
  for (const told of story.invoices) {
    const { retraction } = told.story;
    if (!retraction) continue;
    await tx
      .update(invoices)
      .set(retraction)
      .where(and(eq(invoices.partnerId, told.import.partnerId), eq(invoices.id, told.id)));
  }
}

function invoiceRow({ id, import: { id: importId, partnerId, companyId }, story }: ToldInvoice): typeof invoices.$inferInsert {
  const { member, externalInvoiceNumber, reference, createdAt } = story.setting;
  return {
    ...member.recipient,
    partnerId,
    id,
    companyId,
    importId,
    externalInvoiceNumber,
    reference,
    amountTotalCents: story.billedCents,
    amountBilledCents: story.billedCents,
    createdAt,
  };
}

const createdLineRows = (told: ToldInvoice) => lineRows(told, told.story.creation, 1);
const laterLineRows = (told: ToldInvoice) => lineRows(told, told.story.events, told.story.creation.length + 1);

function lineRows(told: ToldInvoice, lines: ToldInvoice["story"]["lines"], firstPosition: number): (typeof invoiceLines.$inferInsert)[] {
  return lines.map((line, index) => ({ ...ofInvoice(told), id: newId(line.date.getTime()), position: firstPosition + index, ...line }));
}

function paymentRows(told: ToldInvoice): (typeof payments.$inferInsert)[] {
  return told.story.payments.map((payment) => ({ ...ofInvoice(told), id: newId(payment.createdAt.getTime()), ...payment }));
}

function messageRows(told: ToldInvoice): (typeof messages.$inferInsert)[] {
  return told.story.messages.map((message) => ({ ...ofInvoice(told), id: newId(message.createdAt.getTime()), ...message }));
}

function ticketRows(told: ToldInvoice): (typeof tickets.$inferInsert)[] {
  const { companyId } = told.import;
  return told.story.tickets.map((ticket) => ({ ...ofInvoice(told), companyId, id: newId(ticket.createdAt.getTime()), ...ticket }));
}

function assignmentRows(told: ToldInvoice): (typeof supportAssignments.$inferInsert)[] {
  const { assignedToSupportAt: assignedAt } = told.story;
  return assignedAt ? [{ ...ofInvoice(told), companyId: told.import.companyId, assignedAt }] : [];
}

function ofInvoice({ id: invoiceId, import: { partnerId } }: ToldInvoice) {
  return { partnerId, invoiceId };
}

/** Sorts rows by creation time, because lists show rows in recorded order. */
function inOrder<Row extends { createdAt: Date }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
