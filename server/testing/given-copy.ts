import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { changes } from "@/db/schema/changes";
import { partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { presentInvoice } from "@/server/api/invoice";
import { mandateResource, presentMandate } from "@/server/api/mandate";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { getMandate } from "@/server/billing/mandates/find-mandate";
import { DomainError } from "@/server/errors";
import { sendNotifications } from "@/server/notifications/send-notifications";
import type { GivenPartner } from "./given";
import { givenEndpoint } from "./given-endpoint";

/** A partner's copy of its invoices, their collection and its mandates. */
interface GivenCopy {
  /** Delivers the notifications that are owed. Returns the number of deliveries that named each record, by its id. */
  notify(): Promise<Map<string, number>>;
  /** Returns the records whose copy is missing or differs from the interface's answer. */
  differences(): Promise<{ id: string; copied: unknown; served: unknown }[]>;
}

/**
 * Keeps a copy by notifications alone. Each record that a delivery names is fetched, and the interface's answer at that time of the partner's
 * clock is stored, or null for 404.
 */
export async function givenCopy({ id: partnerId, ...partner }: GivenPartner): Promise<GivenCopy> {
  const copy = new Map<string, unknown>();
  let named = new Map<string, number>();
  const serve = async (record: "invoice" | "mandate", id: string) => {
    const actor = systemActor(only(await db.select().from(partners).where(eq(partners.id, partnerId))));
    return unlessGone(record === "invoice" ? showInvoice(actor, id) : showMandate(actor, id));
  };
  const { receiver } = await givenEndpoint({ id: partnerId, ...partner }, { namesMandates: true });
  receiver.answer = async ({ invoiceIds, mandateIds = [] }) => {
    for (const id of invoiceIds) copy.set(id, await serve("invoice", id));
    for (const id of mandateIds) copy.set(id, await serve("mandate", id));
    for (const id of [...invoiceIds, ...mandateIds]) named.set(id, (named.get(id) ?? 0) + 1);
    return {};
  };
  return {
    notify: async () => {
      named = new Map();
      await sendNotifications(db, { scope: { partnerId } });
      return named;
    },
    differences: async () => {
      const records = await db
        .selectDistinct({ record: changes.record, id: changes.recordId })
        .from(changes)
        .where(eq(changes.partnerId, partnerId));
      const differing = [];
      for (const { record, id } of records) {
        if (record !== "invoice" && record !== "mandate") continue;
        const served = await serve(record, id);
        if (!isDeepStrictEqual(copy.get(id), served)) differing.push({ id, copied: copy.get(id), served });
      }
      return differing;
    },
  };
}

/** Fields of a collection that change by the mere passing of time, of which nobody is notified. */
const BY_TIME = ["state", "days_overdue", "next_message", "next_debit", "late_fee", "late_payment_fee_notice"];

async function showInvoice(actor: Actor, id: string) {
  const invoice = presentInvoice(await getInvoice(db, actor, id));
  const collection = collectionResource.parse(presentCollection(await describeCollection(db, actor, id)));
  return { ...invoice, collection: Object.fromEntries(Object.entries(collection).filter(([name]) => !BY_TIME.includes(name))) };
}

async function showMandate(actor: Actor, id: string) {
  return mandateResource.parse(presentMandate(await getMandate(db, actor, id)));
}

/** Returns null for a record that the interface answers with 404. */
async function unlessGone(shown: Promise<unknown>): Promise<unknown> {
  return shown.catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === "not_found") return null;
    throw error;
  });
}
