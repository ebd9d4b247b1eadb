import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { DomainError } from "@/server/errors";
import type { Person } from "@/server/tenancy/people/person";

/** A member of support. */
export interface Supporter {
  person: Pick<Person, "id" | "role">;
  requestId: string | null;
}

/** Throws `not_allowed` unless the person belongs to support. For queries over all partners' conversations. */
export function requireSupport({ person }: Supporter): void {
  if (person.role !== "support") throw new DomainError("not_allowed");
}

/** Purpose of access. Acting requires an assignment. Reading and undoing are also allowed after an archiving that ended the assignment. */
export type SupportPurpose = "act" | "read" | "undo";

/**
 * Returns the actor with which support works on this invoice, within the caller's transaction. Unless the purpose is reading, locks the
 * invoice, so that the assignment lasts until the transaction ends. Throws `invalid_invoice_id`, as for a record that does not exist.
 */
export async function supportActor(tx: Database, supporter: Supporter, invoiceId: string, purpose: SupportPurpose): Promise<Actor> {
  const actor = await findActor(tx, supporter, invoiceId, purpose);
  if (purpose === "read") return actor;
  await lockInvoice(tx, actor, invoiceId);
  return findActor(tx, supporter, invoiceId, purpose);
}

async function findActor(tx: Database, { person, requestId }: Supporter, invoiceId: string, purpose: SupportPurpose): Promise<Actor> {
  if (person.role !== "support") throw new DomainError("invalid_invoice_id");
  const [place] = await tx.execute<{ partnerId: string; companyId: string; clockOffsetMs: string }>(
    sql`select partner.id as "partnerId", place.company_id as "companyId", partner.clock_offset_ms as "clockOffsetMs"
      from (${purpose === "act" ? assigned(invoiceId) : sql`${assigned(invoiceId)} union all ${archived(invoiceId)}`}) place
      join partners partner on partner.id = place.partner_id limit 1`,
  );
  if (!place) throw new DomainError("invalid_invoice_id");
  const { partnerId, companyId, clockOffsetMs } = place;
  return { kind: "person", id: person.id, partnerId, companyIds: [companyId], clockOffsetMs: Number(clockOffsetMs), requestId };
}

function assigned(invoiceId: string): SQL {
  return sql`select partner_id, company_id from support_assignments where invoice_id = ${invoiceId}`;
}

function archived(invoiceId: string): SQL {
  return sql`select archiving.partner_id, archiving.company_id from archivings archiving
    where archiving.invoice_id = ${invoiceId} and ${isArchivedFromSupport}`;
}

/**
 * Condition: this `archiving` ended support's assignment, is the newest, and nothing has happened since. `offset 0` makes the planner check
 * one archiving at a time.
 */
export const isArchivedFromSupport: SQL = sql`archiving.assigned_at is not null
  and not exists (select from archivings later where later.partner_id = archiving.partner_id and later.invoice_id = archiving.invoice_id
    and later.recorded_order > archiving.recorded_order offset 0)
  and not exists (select from tickets ticket where ticket.partner_id = archiving.partner_id and ticket.invoice_id = archiving.invoice_id
    and ticket.status <> 'archived' offset 0)
  and not exists (select from support_assignments again where again.partner_id = archiving.partner_id
    and again.invoice_id = archiving.invoice_id offset 0)`;
