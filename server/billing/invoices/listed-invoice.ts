import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import { type Hold, holds } from "@/db/schema/holds";
import { type Import, imports } from "@/db/schema/imports";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { tickets, waitsForCompany } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { invoiceDueOn } from "@/server/billing/imports/import-due-on";
import { whereNotArrived } from "@/server/billing/imports/where-not-arrived";
import { notAskedAmong, whereRefused } from "@/server/billing/imports/where-not-asked";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { factOf, type InvoiceState, type MoneyFact, stateOf } from "@/server/domain/rules/invoice-state";
import { wherePaymentInProgress } from "./payment-in-progress";
import { whereOpenHold } from "./where-held";

/** An invoice as a row of a list. */
export interface ListedInvoice
  extends Pick<Invoice, "id" | "invoiceNumber" | "externalInvoiceNumber" | "companyId" | "importId" | "retractedAt" | "createdAt"> {
  /** In one line. */
  customerName: string;
  companyName: Company["name"];
  currency: Company["currency"];
  importTitle: Import["title"];
  transmittedAt: Date | null;
  /** The due day. Null if not transmitted, or if the customer was never asked. */
  dueOn: string | null;
  isPaymentInProgress: boolean;
  state: InvoiceState;
  /** Null if there is nothing to show: see `moneyFacts`. */
  fact: MoneyFact | null;
  /** Sum of the INVOICE-LINEs, in cents. */
  billedCents: number;
  /** In cents. Below 0, a refund is owed. */
  outstandingCents: number;
  /** The hold that has not been ended. A pause may be over: see `holdsOn`. */
  hold: HoldInList | null;
  /** Whether something is outstanding and no message has reached the customer. */
  isNotAsked: boolean;
  /** Whether the last message to the customer did not arrive. */
  hasNotArrived: boolean;
  /** Number of the customer's messages that wait for the company's answer. */
  unansweredCount: number;
}

type HoldInList = Pick<Hold, "kind" | "until">;

const columns = {
  id: invoices.id,
  invoiceNumber: invoices.invoiceNumber,
  externalInvoiceNumber: invoices.externalInvoiceNumber,
  reference: invoices.reference,
  customerEmail: invoices.customerEmail,
  customerOrganization: invoices.customerOrganization,
  customerPrefix: invoices.customerPrefix,
  customerFirstName: invoices.customerFirstName,
  customerInfix: invoices.customerInfix,
  customerLastName: invoices.customerLastName,
  companyId: invoices.companyId,
  companyName: companies.name,
  currency: companies.currency,
  importId: invoices.importId,
  importTitle: imports.title,
  createdAt: invoices.createdAt,
  transmittedAt: imports.transmittedAt,
  dueOn: invoiceDueOn,
  retractedAt: invoices.retractedAt,
  isPaymentInProgress: wherePaymentInProgress(),
  billedCents: invoices.amountBilledCents,
  outstandingCents: invoices.amountTotalCents,
  hold: { kind: holds.kind, until: holds.until },
  isRefused: whereRefused,
  hasNotArrived: whereNotArrived,
  unansweredCount: sql`(select count(*) from ${tickets} where ${tickets.partnerId} = ${invoices.partnerId}
    and ${tickets.invoiceId} = ${invoices.id} and ${waitsForCompany(sql`${tickets}`)})`.mapWith(Number),
};

/** An invoice as a row of a list, with what only an export shows. */
export interface ExportedInvoice extends ListedInvoice, Pick<Invoice, "reference" | "customerEmail"> {}

/** SQL for the invoices of a page, and for their order. */
export interface Page {
  /** Subquery for the invoices' numbers. */
  numbers: SQL;
  order: SQL[];
}

/** Reads the invoices of a page, in its order. */
export async function readListed(db: Database, { partnerId }: Pick<Actor, "partnerId">, page: Page): Promise<ExportedInvoice[]> {
  const rows = await selectListed(db, page);
  const candidates = rows.filter(canBeNotAsked).map(({ invoiceNumber }) => invoiceNumber);
  const notAsked = await notAskedAmong(db, partnerId, candidates);
  return rows.map((row) => asExported(row, notAsked.has(row.invoiceNumber)));
}

/**
 * Selects the page's rows. Because the subquery finds the numbers by an index, only the rows on the page are read, even far back in the
 * list.
 */
export function selectListed(db: Database, { numbers, order }: Page) {
  return db
    .select(columns)
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(holds, whereOpenHold)
    .where(sql`${invoices.invoiceNumber} = any(array(${numbers}))`)
    .orderBy(...order);
}

type Row = Awaited<ReturnType<typeof selectListed>>[number];

/**
 * Whether to ask the database if the invoice is "not asked". Most pages have no such row, and planning that condition takes longer than
 * reading a page.
 */
function canBeNotAsked({ transmittedAt, retractedAt, outstandingCents, customerEmail, isRefused }: Row): boolean {
  return transmittedAt !== null && retractedAt === null && outstandingCents > 0 && (isRefused || !customerEmail?.trim());
}

function asExported(row: Row, isNotAsked: boolean): ExportedInvoice {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName, isRefused, ...listed } = row;
  return {
    ...listed,
    isNotAsked,
    dueOn: isNotAsked ? null : row.dueOn,
    customerName: formatCustomerName(row),
    state: stateOf(row),
    fact: factOf(row),
  };
}
