import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Partner } from "@/db/schema/partners";

/** The caller, and the records that they may see. Every service limits every query by it. */
export interface Actor {
  kind: "key" | "person" | "customer" | "system";
  /** Id of the key, the person or the customer's link; null for the system. */
  id: string | null;
  partnerId: string;
  /** Companies to which the actor is limited; null for all of the partner's. */
  companyIds: readonly string[] | null;
  /**
   * Only for customers: the invoice that their link opens. Customers have an empty list of companies, so that no list shows them anything.
   */
  invoiceId?: string;
  /** Difference between the partner's clock and real time, in ms. */
  clockOffsetMs: number;
  /** Id of the request under which changes are recorded. */
  requestId: string | null;
}

/** Returns the actor for the service itself, acting for a partner. */
export function systemActor(partner: Pick<Partner, "id" | "clockOffsetMs">): Actor {
  return { kind: "system", id: null, partnerId: partner.id, companyIds: null, clockOffsetMs: partner.clockOffsetMs, requestId: null };
}

/** Limits the actor to one company; if the actor may not see that company, to none. Null: no further limit. */
export function withinCompany(actor: Actor, companyId: string | null): Actor {
  if (companyId === null) return actor;
  const visible = actor.companyIds === null || actor.companyIds.includes(companyId);
  return { ...actor, companyIds: visible ? [companyId] : [] };
}

/**
 * Returns the actor for a query about one invoice by its id. If it is the invoice that a customer's link opens, lifts the limit on
 * companies, so that the customer sees the invoice.
 */
export function askingAbout(actor: Actor, invoiceId: string): Actor {
  return actor.kind === "customer" && actor.invoiceId === invoiceId ? { ...actor, companyIds: null } : actor;
}

/** Returns the actor's kind and id, such as `person:<id>`, as tables record them; the system has no id. Not a name for readers. */
export function identityOf(actor: Actor): string {
  return actor.id ? `${actor.kind}:${actor.id}` : actor.kind;
}

/** Condition that limits a query to the records that the actor may see. */
export function visibleTo(actor: Actor, table: { partnerId: AnyPgColumn; companyId: AnyPgColumn }): SQL | undefined {
  return and(eq(table.partnerId, actor.partnerId), actor.companyIds ? inArray(table.companyId, [...actor.companyIds]) : undefined);
}

/** `visibleTo` for a prepared statement shared by all actors. `visibleValues` returns the placeholders' values. */
export function visibleToAsker(table: { partnerId: AnyPgColumn; companyId: AnyPgColumn }): SQL | undefined {
  const companyIds = sql`${sql.placeholder("companyIds")}::text[]`;
  return and(eq(table.partnerId, sql.placeholder("partnerId")), sql`(${companyIds} is null or ${table.companyId} = any(${companyIds}))`);
}

export function visibleValues(actor: Actor): { partnerId: string; companyIds: string | null } {
  return { partnerId: actor.partnerId, companyIds: actor.companyIds && `{${actor.companyIds.join(",")}}` };
}
