import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import type { Locale } from "@/server/domain/formats/locales";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { addExample } from "./add-example";
import { rehearse } from "./rehearse";
import { type RehearsedMessage, rehearsePlan } from "./rehearse-plan";

/** The subject of a preview: an invoice, or a made-up one with the settings of a company. */
export type PreviewOf = { invoiceId: string } | { companyId: string };

/** The moment of a preview: right after a message has left. Null: now; if the invoice is not transmitted yet, right after that. */
export type Moment = Pick<RehearsedMessage, "kind" | "round"> | null;

interface Wanted {
  of: PreviewOf;
  /** Language of everything; null: the customer's. */
  locale: Locale | null;
  /** Called when collection has begun, without a message, and right after each message has left. */
  onMoment?: (tx: Database, actor: Actor, invoiceId: string, message: RehearsedMessage | undefined) => Promise<void>;
}

/**
 * Rehearses the plan of an invoice from now to its end, and leaves nothing behind. `work` gets the plan's messages while the rehearsal's
 * transaction is still open; its result is returned. Throws `invalid_invoice_id`, `invalid_company_id`, `service_unavailable`, and
 * `too_many_attempts` after 300 previews in 15 minutes.
 */
export async function rehearsePreview<Result>(
  db: Database,
  actor: Actor,
  { of, locale, onMoment }: Wanted,
  work: (messages: RehearsedMessage[]) => Promise<Result>,
): Promise<Result> {
  await requireFewPreviews(actor);
  return rehearse(db, actor, async (tx) => {
    const invoiceId = "companyId" in of ? await addExample(tx, actor, of.companyId, locale) : of.invoiceId;
    await requireInvoice(tx, actor, invoiceId);
    const messages = await rehearsePlan(tx, actor, invoiceId, {
      locale,
      linkTo: async (_db, _actor, id) => previewLink("companyId" in of ? of : { invoiceId: id, importId: await importOf(tx, actor, id) }),
      onMoment: onMoment && ((inner, at, message) => onMoment(inner, at, invoiceId, message)),
    });
    return work(messages);
  });
}

const MOST_PREVIEWS = 300;
const WINDOW_SECONDS = 15 * 60;

/** Throws `too_many_attempts` after 300 previews in 15 minutes: each one is much work for the database. */
async function requireFewPreviews({ id }: Actor): Promise<void> {
  if (id === null) return;
  const { allowed } = await consume(rateLimiter("previews", MOST_PREVIEWS, WINDOW_SECONDS), id);
  if (!allowed) throw new DomainError("too_many_attempts");
}

/** Returns the address in the portal that replaces customers' links in a preview. Opens nothing without signing in. */
export function previewLink(of: { companyId: string } | { invoiceId: string; importId: string }): string {
  const path = "companyId" in of ? `/companies/${of.companyId}/preview?` : `/imports/${of.importId}/preview?invoice=${of.invoiceId}&`;
  return `${env().PUBLIC_URL}${path}show=page`;
}

export async function importOf(db: Database, { partnerId }: Actor, invoiceId: string): Promise<string> {
  const found = await db
    .select({ importId: invoices.importId })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)));
  return only(found).importId;
}
