import { and, asc, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type MandateAmendment, mandateAmendments } from "@/db/schema/mandate-amendments";
import { type MandateConsent, mandateConsents } from "@/db/schema/mandate-consents";
import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { isMandateExpiring, mandateExpiresOn } from "@/server/domain/rules/mandate-state";
import { clock } from "@/server/platform/clock";
import { findCollectedDays } from "./find-collected-days";
import { type EndReason, findEndReasons } from "./find-end-reasons";
import type { Mandate } from "./mandate";

/** A mandate with its history. */
export interface MandateRecord extends Mandate {
  /** Day on which a debit by it was last collected, here or by earlier software; null: none is known. */
  collectedOn: string | null;
  /** Day from which it is expired if nothing is collected before, such as `2026-11-20`. */
  expiresOn: string;
  /** Whether it is valid, and expires within three months. */
  isExpiring: boolean;
  /** Former accounts, oldest first. */
  amendments: Omit<MandateAmendment, "partnerId" | "mandateId" | "recordedOrder">[];
  /** Texts that the payer agreed to on their page, oldest first; none: the mandate is from paper. */
  consents: Omit<MandateConsent, "partnerId" | "mandateId" | "version">[];
  /** The bank's reason by which the mandate ended; null: it has not, it ended otherwise, or the bank's reason is not known. */
  endedBecause: EndReason | null;
}

/** Adds their history to mandates that the actor may see. */
export async function recordsOfMandates(db: Database, actor: Actor, found: readonly Mandate[]): Promise<MandateRecord[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const [amendments, consents, reasons, collectedDays] = await Promise.all([
    db
      .select()
      .from(mandateAmendments)
      .where(and(eq(mandateAmendments.partnerId, actor.partnerId), isOneOf(mandateAmendments.mandateId, ids)))
      .orderBy(asc(mandateAmendments.recordedOrder)),
    db
      .select()
      .from(mandateConsents)
      .where(and(eq(mandateConsents.partnerId, actor.partnerId), isOneOf(mandateConsents.mandateId, ids)))
      .orderBy(asc(mandateConsents.givenAt), asc(mandateConsents.id)),
    findEndReasons(db, actor.partnerId, found),
    findCollectedDays(db, actor.partnerId, ids),
  ]);
  const today = dayAt(clock.now(actor));
  return found.map((mandate) => ({
    ...mandate,
    collectedOn: collectedDays.get(mandate.id) ?? null,
    expiresOn: mandateExpiresOn(mandate),
    isExpiring: isMandateExpiring(mandate, today),
    amendments: amendments
      .filter(({ mandateId }) => mandateId === mandate.id)
      .map(({ partnerId: _, mandateId: __, recordedOrder: ___, ...amendment }) => amendment),
    consents: consents
      .filter(({ mandateId }) => mandateId === mandate.id)
      .map(({ partnerId: _, mandateId: __, version: ___, ...consent }) => consent),
    endedBecause: reasons.get(mandate.id) ?? null,
  }));
}
