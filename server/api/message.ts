import { z } from "zod";
import { messageType } from "@/db/schema/messages";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { idText, timestamp } from "./resource";

/** A message that the service sent about an invoice. This is the contract: add to it, never rename. */
export const messageResource = z
  .strictObject({
    message_id: idText(),
    type: z.enum(messageType.enumValues),
    description: z.string(),
    date: timestamp(),
  })
  .meta({ id: "Message" });

export function presentMessage({ id, type, description, createdAt }: InvoiceDetails["messages"][number]): z.infer<typeof messageResource> {
  return { message_id: id, type, description, date: createdAt.toISOString() };
}
