import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { type CustomerInvoice, describeForCustomer } from "@/server/customer-page/describe-for-customer";
import type { Locale } from "@/server/domain/formats/locales";
import { DomainError } from "@/server/errors";
import { type Moment, type PreviewOf, rehearsePreview } from "./preview-of";
import type { RehearsedMessage } from "./rehearse-plan";

/**
 * Returns what the customer's page shows at the `wanted` moment, if nobody pays until then. Changes nothing. Throws the errors of
 * `rehearsePreview`, and `invalid_message_id` if there is no such message.
 */
export async function previewPage(
  db: Database,
  actor: Actor,
  of: PreviewOf,
  locale: Locale | null,
  wanted: Moment,
): Promise<CustomerInvoice> {
  let described: CustomerInvoice | undefined;
  return rehearsePreview(
    db,
    actor,
    {
      of,
      locale,
      onMoment: async (tx, at, invoiceId, message) => {
        if (!isAt(wanted, message)) return;
        // The page does not show the id, which is that of the customer's link.
        described = await describeForCustomer(tx, { ...at, kind: "customer", id: "preview", companyIds: [], invoiceId });
      },
    },
    async () => {
      if (!described) throw new DomainError("invalid_message_id");
      return described;
    },
  );
}

/** Whether the moment is right after this message has left; without a message, whether it is now. */
function isAt(moment: Moment, message: RehearsedMessage | undefined): boolean {
  if (!moment) return message === undefined;
  return message?.kind === moment.kind && message.round === moment.round;
}
