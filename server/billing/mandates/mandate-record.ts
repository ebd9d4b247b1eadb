import { and, asc, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type MandateAmendment, mandateAmendments } from "@/db/schema/mandate-amendments";
import { type MandateConsent, mandateConsents } from "@/db/schema/mandate-consents";
import { mandates } from "@/db/schema/mandates";
import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { isMandateExpiring, mandateExpiresOn } from "@/server/domain/rules/mandate-state";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
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
  /** Person or system that withdrew it; null: it was not withdrawn. */
  withdrawnBy: Withdrawer | null;
}

/**
 * The author of a withdrawal. `page`: the payer, on their page; `staff`: a person, as the payer said; `interface`: a system of the partner's.
 * `name`: that of the person or of the key; null for the payer, and if it is not known any longer.
 */
interface Withdrawer {
  kind: "page" | "staff" | "interface";
  name: string | null;
}

/** Adds their history to mandates that the actor may see. */
export async function recordsOfMandates(db: Database, actor: Actor, found: readonly Mandate[]): Promise<MandateRecord[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const [amendments, consents, reasons, collectedDays, withdrawers] = await Promise.all([
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
    findWithdrawers(db, actor.partnerId, found),
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
    withdrawnBy: withdrawers.get(mandate.id) ?? null,
  }));
}

async function findWithdrawers(db: Database, partnerId: string, found: readonly Mandate[]): Promise<ReadonlyMap<string, Withdrawer>> {
  const withdrawn = found.filter(({ endedReason }) => endedReason === "withdrawn");
  if (withdrawn.length === 0) return new Map();
  const endedBy = sql<string>`coalesce(${mandates.endedBy}, '')`;
  const rows = await db
    .select({ id: mandates.id, endedBy, name: nameOfActor(endedBy, partnerId) })
    .from(mandates)
    .where(
      and(
        eq(mandates.partnerId, partnerId),
        isOneOf(
          mandates.id,
          withdrawn.map(({ id }) => id),
        ),
      ),
    );
  return new Map(rows.map(({ id, endedBy: author, name }) => [id, { kind: kindOf(author), name }]));
}

function kindOf(author: string): Withdrawer["kind"] {
  if (author.startsWith("customer")) return "page";
  return author.startsWith("key") ? "interface" : "staff";
}
