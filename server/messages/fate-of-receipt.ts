import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";

/**
 * Returns whether the receipt that a message corrects was sent. `left`: it was, or may have been. `soon`: it is being sent. `never`: it was not,
 * so there is nothing to correct.
 */
export async function fateOfReceipt(
  db: Database,
  { partnerId, invoiceId, aboutId }: Pick<OutgoingMessage, "partnerId" | "invoiceId" | "aboutId">,
): Promise<"left" | "soon" | "never"> {
  const { state, kind } = outgoingMessages;
  const [receipt] = await db
    .select({ state })
    .from(outgoingMessages)
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        eq(outgoingMessages.invoiceId, invoiceId),
        eq(kind, "payment_received"),
        eq(outgoingMessages.aboutId, aboutId ?? ""),
      ),
    );
  if (receipt?.state === "handing_over") return "soon";
  return receipt?.state === "sent" || receipt?.state === "unknown" ? "left" : "never";
}
