import { and, desc, eq, isNull, ne, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { whereMandateMissing } from "@/server/billing/mandates/valid-mandate";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import type { Concern, ProgressStep, Reach } from "@/server/domain/rules/reach";
import { clock } from "@/server/platform/clock";
import type { PageRequest } from "@/server/platform/page";
import { progressConditions } from "./progress-conditions";
import { hasDoubtfulPhoneNumber, reachedBy } from "./reach";

/** An invoice as shown on its import's page. */
export interface ContainedInvoice extends Pick<Invoice, "id" | "invoiceNumber" | "externalInvoiceNumber"> {
  customerName: string;
  reach: Reach;
  billedCents: number;
  outstandingCents: number;
}

interface Wanted extends PageRequest {
  /** Limits the list to the invoices of a concern or a step. Null: all. */
  concern?: Concern | ProgressStep | null;
}

/** Lists the invoices of an import, newest first; none if the actor may not see the import. */
export async function listContents(
  db: Database,
  actor: Actor,
  importId: string,
  { concern, pageNumber, pageSize }: Wanted,
): Promise<ContainedInvoice[]> {
  const rows = await db
    .select(columns)
    .from(invoices)
    .where(
      and(
        visibleTo(actor, invoices),
        eq(invoices.importId, importId),
        concern ? conditionsOn(dayAt(clock.now(actor)))[concern] : undefined,
      ),
    )
    .orderBy(desc(invoices.invoiceNumber))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  return rows.map(({ customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName, ...row }) => ({
    ...row,
    customerName: formatCustomerName({ customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName }),
  }));
}

const columns = {
  id: invoices.id,
  invoiceNumber: invoices.invoiceNumber,
  externalInvoiceNumber: invoices.externalInvoiceNumber,
  customerOrganization: invoices.customerOrganization,
  customerPrefix: invoices.customerPrefix,
  customerFirstName: invoices.customerFirstName,
  customerInfix: invoices.customerInfix,
  customerLastName: invoices.customerLastName,
  reach: reachedBy.mapWith((reach: Reach) => reach),
  billedCents: invoices.amountBilledCents,
  outstandingCents: invoices.amountTotalCents,
};

/** Conditions for the invoices of each concern and step on a day. `describeImport` and `importProgress` count the same invoices. */
function conditionsOn(today: string): Record<Concern | ProgressStep, SQL | undefined> {
  return {
    ...progressConditions,
    without_email: ne(reachedBy, "email"),
    nobody: eq(reachedBy, "nobody"),
    doubtful_phone: and(eq(reachedBy, "sms"), hasDoubtfulPhoneNumber),
    without_iban: isNull(invoices.directDebitIban),
    without_mandate: whereMandateMissing(today),
  };
}
