import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { customerLinks } from "@/db/schema/customer-links";
import { clock } from "@/server/platform/clock";
import type { Customer } from "./find-customer";

/** Records when a customer's page was first opened, for the invoice's timeline. */
export async function noteOpening(db: Database, customer: Customer): Promise<void> {
  await db
    .update(customerLinks)
    .set({ openedAt: clock.now(customer) })
    .where(and(eq(customerLinks.partnerId, customer.partnerId), eq(customerLinks.id, customer.id), isNull(customerLinks.openedAt)));
}
