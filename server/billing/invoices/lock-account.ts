import { and, asc, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { type InvoiceLine, invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import type { LineOfPayment } from "@/server/domain/rules/account";
import { DomainError } from "@/server/errors";
import { lockInvoice } from "./find-invoice";

/** An invoice and its lines, locked until the transaction ends. */
export interface LockedAccount {
  invoice: Invoice;
  lines: DatedLine[];
}

type DatedLine = LineOfPayment & Pick<InvoiceLine, "date" | "paymentMethod">;

/** Locks an invoice, and reads its lines. Throws `invalid_invoice_id`. */
export async function lockAccount(tx: Database, actor: Actor, invoiceId: string): Promise<LockedAccount> {
  const invoice = await lockInvoice(tx, actor, invoiceId);
  return { invoice, lines: await linesOfAccount(tx, invoice) };
}

/** Returns the lines in recorded order. `isAdded`: recorded later than the invoice. */
export function linesOfAccount(
  tx: Database,
  { partnerId, id }: Pick<Invoice, "partnerId" | "id">,
): Promise<(DatedLine & { isAdded: boolean })[]> {
  const { type, amountCents, paymentId, paymentMethod, date, position, addedBy } = invoiceLines;
  return tx
    .select({ type, amountCents, paymentId, paymentMethod, date, isAdded: sql<boolean>`${addedBy} is not null` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.invoiceId, id)))
    .orderBy(asc(position));
}

/** Returns the lines of many invoices, in recorded order, by the invoice's id. */
export async function linesOfAccounts(tx: Database, ofPartner: string, invoiceIds: readonly string[]): Promise<Map<string, DatedLine[]>> {
  const { partnerId, invoiceId, type, amountCents, paymentId, paymentMethod, date, position } = invoiceLines;
  const rows = await tx
    .select({ invoiceId, type, amountCents, paymentId, paymentMethod, date })
    .from(invoiceLines)
    .where(and(eq(partnerId, ofPartner), isOneOf(invoiceId, invoiceIds)))
    .orderBy(asc(invoiceId), asc(position));
  const lines = new Map<string, DatedLine[]>();
  for (const { invoiceId: id, ...line } of rows) {
    const others = lines.get(id);
    if (others) others.push(line);
    else lines.set(id, [line]);
  }
  return lines;
}

/**
 * Locks the account of a transmitted invoice. `seenLines` is the number of lines that the acting person saw. Lines are only added, so
 * another number means that the account has changed: of two simultaneous acts, or of one act confirmed twice, only one succeeds.
 * `seenLines` is null for partners' systems: they see no account, and an idempotency key keeps them from acting twice. Throws
 * `invalid_invoice_id`, `invoice_not_transmitted`, `changed_meanwhile`.
 */
export async function lockTransmittedAccount(
  tx: Database,
  actor: Actor,
  invoiceId: string,
  seenLines: number | null,
): Promise<LockedAccount> {
  const account = await lockAccount(tx, actor, invoiceId);
  if (!(await isTransmitted(tx, account.invoice))) throw new DomainError("invoice_not_transmitted");
  if (seenLines !== null && account.lines.length !== seenLines) throw new DomainError("changed_meanwhile");
  return account;
}

/** As `lockTransmittedAccount`, for an invoice that is still collected. Also throws `already_retracted`. */
export async function lockAccountAsSeen(tx: Database, actor: Actor, invoiceId: string, seenLines: number | null): Promise<LockedAccount> {
  const { retractedAt } = await lockInvoice(tx, actor, invoiceId);
  if (retractedAt) throw new DomainError("already_retracted");
  return lockTransmittedAccount(tx, actor, invoiceId, seenLines);
}

/** Whether the invoice is transmitted, so that its customer may know of it. A transmission is final, so no lock on the import is needed. */
export async function isTransmitted(tx: Database, { partnerId, importId }: Pick<Invoice, "partnerId" | "importId">): Promise<boolean> {
  const { transmittedAt } = only(
    await tx
      .select({ transmittedAt: imports.transmittedAt })
      .from(imports)
      .where(and(eq(imports.partnerId, partnerId), eq(imports.id, importId))),
  );
  return transmittedAt !== null;
}
