import { db } from "@/db/client";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { type GivenPartner, givenInvoice } from "./given";

export interface GivenCustomer {
  invoice: InvoiceDetails;
  /** Secret in the link's address. */
  secret: string;
  actor: Customer;
}

/** Creates a transmitted invoice. Returns it with its customer, who has opened its link. */
export async function givenCustomer(partner: GivenPartner, options: Parameters<typeof givenInvoice>[1] = {}): Promise<GivenCustomer> {
  const invoice = await givenInvoice(partner, { transmitted: true, ...options });
  const secret = secretOf(await customerLink(db, partner.actor, invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("a new link opens nothing");
  return { invoice, secret, actor };
}

export function secretOf(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}
