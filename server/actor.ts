import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Partner } from "@/db/schema/partners";

/** The caller, and the records that they may see. Every service scopes every query by it. */
export interface Actor {
  kind: "key" | "person" | "customer" | "system";
  /** Id of the key, the person or the customer's link; null for the system. */
  id: string | null;
  partnerId: string;
  /** The companies that the actor is limited to; null: all of the partner's. */
  companyIds: readonly string[] | null;
  /** Only for a customer: the one invoice that their link opens. They are limited to no company at all, so that no list shows them anything. */
  invoiceId?: string;
  /** How far the partner's business clock runs ahead, in milliseconds. */
  clockOffsetMs: number;
  /** The request that a change is recorded under. */
  requestId: string | null;
}

/** The service itself, acting for a partner. */
export function systemActor(partner: Pick<Partner, "id" | "clockOffsetMs">): Actor {
  return { kind: "system", id: null, partnerId: partner.id, companyIds: null, clockOffsetMs: partner.clockOffsetMs, requestId: null };
}

/** The same actor, looking at one company only; one that is not theirs leaves nothing to see. Null: no narrower than before. */
export function withinCompany(actor: Actor, companyId: string | null): Actor {
  if (companyId === null) return actor;
  const visible = actor.companyIds === null || actor.companyIds.includes(companyId);
  return { ...actor, companyIds: visible ? [companyId] : [] };
}

/** The same actor, asking about one invoice by its id: where it is the one that a customer's link opens, they may see it. */
export function askingAbout(actor: Actor, invoiceId: string): Actor {
  return actor.kind === "customer" && actor.invoiceId === invoiceId ? { ...actor, companyIds: null } : actor;
}

/** How the actor is named in the table of changes. */
export function nameOf(actor: Actor): string {
  return actor.id ? `${actor.kind}:${actor.id}` : actor.kind;
}

/** The condition that keeps a query within what the actor may see. */
export function visibleTo(actor: Actor, table: { partnerId: AnyPgColumn; companyId: AnyPgColumn }): SQL | undefined {
  return and(eq(table.partnerId, actor.partnerId), actor.companyIds ? inArray(table.companyId, [...actor.companyIds]) : undefined);
}

/** `visibleTo` for a statement that is prepared once for all actors; `visibleValues` fills its placeholders. */
export function visibleToAsker(table: { partnerId: AnyPgColumn; companyId: AnyPgColumn }): SQL | undefined {
  const companyIds = sql`${sql.placeholder("companyIds")}::text[]`;
  return and(eq(table.partnerId, sql.placeholder("partnerId")), sql`(${companyIds} is null or ${table.companyId} = any(${companyIds}))`);
}

export function visibleValues(actor: Actor): { partnerId: string; companyIds: string | null } {
  return { partnerId: actor.partnerId, companyIds: actor.companyIds && `{${actor.companyIds.join(",")}}` };
}
