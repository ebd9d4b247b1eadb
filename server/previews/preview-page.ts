import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { type CustomerInvoice, describeForCustomer } from "@/server/customer-page/describe-for-customer";
import type { Locale } from "@/server/domain/formats/locales";
import { DomainError } from "@/server/errors";
import { type Moment, type PreviewOf, stage } from "./preview-of";

/**
 * Returns what the customer's page shows right after a message has left, if nobody pays; null: now. Changes nothing. Throws the errors of
 * `stage`, and `invalid_message_id` if there is no such message.
 */
export async function previewPage(
  db: Database,
  actor: Actor,
  of: PreviewOf,
  locale: Locale | null,
  wanted: Moment,
): Promise<CustomerInvoice> {
  let described: CustomerInvoice | undefined;
  return stage(
    db,
    actor,
    of,
    locale,
    async () => {
      if (!described) throw new DomainError("invalid_message_id");
      return described;
    },
    async (tx, at, invoiceId, message) => {
      if (wanted ? wanted.kind !== message?.kind || wanted.round !== message.round : message) return;
      // The page does not show the id, which is that of the customer's link.
      described = await describeForCustomer(tx, { ...at, kind: "customer", id: "preview", companyIds: [], invoiceId });
    },
  );
}
