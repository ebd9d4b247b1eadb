import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements } from "@/db/schema/bank-statements";
import { companies } from "@/db/schema/companies";
import { partners } from "@/db/schema/partners";
import { statementWaits } from "@/db/schema/statement-waits";
import { type Actor, identityOf } from "@/server/actor";
import { findApprovers } from "@/server/billing/approvals/find-approvers";
import { mailApproversOfStatement } from "@/server/billing/approvals/mail-approvers";
import { isAboveLimit, type MoneyAct, noteMoneyActs } from "@/server/billing/approvals/money-acts";
import { HOUR_MS } from "@/server/domain/formats/time";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import type { KeptEntries } from "./store-entries";

/** A statement of a file, with the entries that the file was the first to contain. */
export interface KeptStatement extends KeptEntries {
  id: string;
  companyId: string;
  currency: string;
}

/** New money of a file, by statement. Amounts in cents. */
interface BroughtMoney {
  statementId: string;
  companyId: string;
  currency: string;
  incomingCents: number;
}

/** Period in which a company's approvers are mailed once about one author's files, in ms. */
const TOLD_FOR_MS = HOUR_MS;

/**
 * Lets statements wait for a second person if a file's money exceeds the partner's limit in one of the sums of `isAboveLimit`, for each currency
 * separately. Money below the limit counts in those sums from now on. Only new payments count. The service's own files and sandboxes are exempt.
 *
 * If the file details payments of a statement that waits already, these payments also wait for a second person other than this file's author.
 */
export async function holdAboveLimit(tx: Database, actor: Actor, fileId: string, kept: readonly KeptStatement[]): Promise<void> {
  if (actor.id === null || (await isSandbox(tx, actor))) return;
  const brought = kept.filter(({ incomingCents }) => incomingCents > 0).map(({ id, ...statement }) => ({ ...statement, statementId: id }));
  const held = kept.flatMap(({ companyId, currency, openedWaiting }) =>
    [...openedWaiting].map(([statementId, incomingCents]): BroughtMoney => ({ statementId, companyId, currency, incomingCents })),
  );
  const counted: MoneyAct[] = [];
  for (const currency of new Set(brought.map((statement) => statement.currency))) {
    const ofCurrency = brought.filter((statement) => statement.currency === currency);
    const act = {
      kind: "statement",
      currency,
      amountCents: ofCurrency.reduce((sum, { incomingCents }) => sum + incomingCents, 0),
    } as const;
    if (await isAboveLimit(tx, actor, [act])) held.push(...ofCurrency);
    else counted.push(act);
  }
  await noteMoneyActs(tx, actor, counted);
  for (const companyId of new Set(held.map((statement) => statement.companyId))) {
    await waitForSecondPerson(
      tx,
      actor,
      fileId,
      companyId,
      held.filter((statement) => statement.companyId === companyId),
    );
  }
}

async function isSandbox(tx: Database, { partnerId }: Actor): Promise<boolean> {
  return only(await tx.select({ is: partners.isSandbox }).from(partners).where(eq(partners.id, partnerId))).is;
}

/** Lets the statements wait, and mails the company's approvers unless they were mailed about this author just before. */
async function waitForSecondPerson(
  tx: Database,
  actor: Actor,
  fileId: string,
  companyId: string,
  held: readonly BroughtMoney[],
): Promise<void> {
  const { partnerId } = actor;
  const approvers = await findApprovers(tx, actor, companyId);
  const wasTold = await wereApproversTold(tx, actor, companyId);
  const centsOf = new Map<string, number>();
  for (const { statementId, incomingCents } of held) centsOf.set(statementId, (centsOf.get(statementId) ?? 0) + incomingCents);
  const wait = {
    partnerId,
    fileId,
    because: "above_limit",
    askedBy: identityOf(actor),
    aloneFrom: approvers.aloneFrom,
    beganAt: clock.now(actor),
  } as const;
  await tx
    .insert(statementWaits)
    .values([...centsOf].map(([statementId, incomingCents]) => ({ ...wait, id: newId(), statementId, incomingCents })));
  if (wasTold) return;
  const where = and(eq(companies.partnerId, partnerId), eq(companies.id, companyId));
  const { name } = only(await tx.select({ name: companies.name }).from(companies).where(where));
  await mailApproversOfStatement(tx, { partnerId, companyId, company: name }, approvers);
}

/** Whether the company's approvers were mailed within `TOLD_FOR_MS` about a file of this author that still waits. */
async function wereApproversTold(tx: Database, actor: Actor, companyId: string): Promise<boolean> {
  const since = new Date(clock.now(actor).getTime() - TOLD_FOR_MS);
  const { partnerId } = actor;
  const told = await tx
    .select({ id: statementWaits.id })
    .from(statementWaits)
    .innerJoin(
      bankStatements,
      and(eq(bankStatements.partnerId, statementWaits.partnerId), eq(bankStatements.id, statementWaits.statementId)),
    )
    .where(
      and(
        eq(statementWaits.partnerId, partnerId),
        eq(bankStatements.companyId, companyId),
        eq(statementWaits.askedBy, identityOf(actor)),
        gt(statementWaits.beganAt, since),
        isNull(statementWaits.acceptedAt),
        isNull(bankStatements.withdrawalId),
      ),
    )
    .limit(1);
  return told.length > 0;
}
