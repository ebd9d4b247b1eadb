import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type EndpointRow, endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { requireAdministrator } from "./require-administrator";

/** An endpoint as its partner's administrators see it: without its secrets. Times are in real time. */
export interface Endpoint
  extends Pick<
    EndpointRow,
    | "id"
    | "url"
    | "description"
    | "pacing"
    | "namesMandates"
    | "createdAt"
    | "failingSince"
    | "lastDeliveredAt"
    | "switchedOffAt"
    | "switchedOffBecause"
    | "previousSecretUntil"
  > {}

export interface NewEndpoint extends Pick<EndpointRow, "url" | "pacing"> {
  description?: string;
  /** Whether notifications name mandates as well; default: no. */
  namesMandates?: boolean;
}

/** Only the given fields are changed. */
export type EndpointUpdate = Partial<NewEndpoint>;

export const endpointColumns = {
  id: endpoints.id,
  url: endpoints.url,
  description: endpoints.description,
  pacing: endpoints.pacing,
  namesMandates: endpoints.namesMandates,
  createdAt: endpoints.createdAt,
  failingSince: endpoints.failingSince,
  lastDeliveredAt: endpoints.lastDeliveredAt,
  switchedOffAt: endpoints.switchedOffAt,
  switchedOffBecause: endpoints.switchedOffBecause,
  previousSecretUntil: endpoints.previousSecretUntil,
};

/** Returns an endpoint of the actor's partner. Throws `not_allowed`, and `invalid_endpoint_id`, also for another partner's. */
export async function getOwnEndpoint(db: Database, actor: Actor, id: string): Promise<EndpointRow> {
  await requireAdministrator(db, actor);
  const [found] = await db.select().from(endpoints).where(whereEndpoint(actor, id));
  if (!found) throw new DomainError("invalid_endpoint_id");
  return found;
}

/**
 * As `getOwnEndpoint`, and locks it until the transaction ends. Take this lock before working on an endpoint's deliveries or on what it is
 * owed.
 */
export async function lockOwnEndpoint(tx: Database, actor: Actor, id: string): Promise<EndpointRow> {
  await requireAdministrator(tx, actor);
  const [found] = await tx.select().from(endpoints).where(whereEndpoint(actor, id)).for("update");
  if (!found) throw new DomainError("invalid_endpoint_id");
  return found;
}

/** Condition: the row is this endpoint of the actor's partner. */
export function whereEndpoint({ partnerId }: Pick<Actor, "partnerId">, id: string): SQL | undefined {
  return and(eq(endpoints.partnerId, partnerId), eq(endpoints.id, id));
}
