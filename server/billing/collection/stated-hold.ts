import type { Database } from "@/db/client";
import { findHold } from "@/server/billing/invoices/find-hold";
import { dayAt } from "@/server/domain/formats/calendar";
import type { HoldKind } from "@/server/domain/rules/holds";
import type { CollectedRow } from "./collected-invoices";
import { isHeld } from "./plan";

/** A hold as the customer is told of it. */
export interface StatedHold {
  /** Null if a payment at the desk holds the invoice. */
  kind: HoldKind | null;
  /** Last day of the hold; null if it has no end yet. */
  until: string | null;
  /** Day on which the customer has promised to pay; null: the hold is no promise. */
  promisedOn: string | null;
}

/** Returns the hold in force on an invoice now, as its page and mails state it; null if there is none. */
export async function findStatedHold(db: Database, partnerId: string, collected: CollectedRow, now: Date): Promise<StatedHold | null> {
  if (!collected.hold || !isHeld(collected, now)) return null;
  const found = await findHold(db, { partnerId, id: collected.id }, dayAt(now));
  return { kind: found?.kind ?? null, until: collected.hold.until, promisedOn: found?.promisedOn ?? null };
}

/** Returns which words tell a customer of a hold: those with its last day (`paused`), those about their objection, or others. */
export function wordsOfHold({ kind, until }: StatedHold): "objected" | "paused" | "other" {
  if (until) return "paused";
  return kind === "objected" ? "objected" : "other";
}
