import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { newId } from "../id";
import type { Line } from "./invoice";

/** Adds lines to an invoice that the caller has locked. The database moves the total along. */
export async function addLines(
  tx: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
  lines: Omit<Line, "id">[],
): Promise<void> {
  const lastPosition = sql`(select max(${invoiceLines.position}) from ${invoiceLines}
    where ${invoiceLines.partnerId} = ${partnerId} and ${invoiceLines.invoiceId} = ${invoiceId})`;
  await tx
    .insert(invoiceLines)
    .values(lines.map((line, index) => ({ ...line, partnerId, invoiceId, id: newId(), position: sql`${lastPosition} + ${index + 1}` })));
}
