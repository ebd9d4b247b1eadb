import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import type { Actor } from "@/server/actor";
import { announceEach } from "@/server/billing/invoices/announce";
import { dayAt } from "@/server/domain/formats/calendar";
import { PART_DUE, PART_MISSED, PARTS_SPREAD, PLAN_ENDED } from "@/server/domain/rules/collection-messages";

/** A due step of a plan of instalments. */
export interface DueInstalmentStep {
  kind: typeof PART_DUE | typeof PART_MISSED | typeof PARTS_SPREAD | typeof PLAN_ENDED;
  invoiceId: string;
  planId: string;
  /** Number of the part. */
  number: number;
  /** Number under which the message about the part is sent once. */
  part: number;
  /** Last day on which the part is paid in time, such as `2026-11-20`. */
  lastOn: string;
  /** Number of the invoice's lines now. */
  linesCount: number;
}

/**
 * Tells customers of parts that come due or were missed, spreads missed parts over the rest, and ends plans. The caller has locked the
 * invoices. Returns the ids of invoices whose plan has changed.
 */
export async function takeInstalmentSteps(tx: Database, actor: Actor, steps: readonly DueInstalmentStep[], now: Date): Promise<string[]> {
  const { partnerId } = actor;
  for (const kind of [PART_DUE, PART_MISSED, PARTS_SPREAD, PLAN_ENDED] as const) {
    const announcements = steps.filter((step) => step.kind === kind);
    await announceEach(
      tx,
      actor,
      kind,
      announcements.map(({ invoiceId, planId, part }) => ({ partnerId, invoiceId, aboutId: planId, round: part })),
    );
  }
  const changing = steps.filter(({ kind }) => kind === PARTS_SPREAD || kind === PLAN_ENDED);
  for (const { kind, planId, number, lastOn, linesCount } of changing) {
    const spread = JSON.stringify([{ number, linesCount, on: dayAt(now) }]);
    await tx
      .update(instalmentPlans)
      .set(
        kind === PLAN_ENDED
          ? { endedAt: now, missedPart: number, keptUntil: lastOn }
          : { spreads: sql`${instalmentPlans.spreads} || ${spread}::jsonb` },
      )
      .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.id, planId)));
  }
  return changing.map(({ invoiceId }) => invoiceId);
}
