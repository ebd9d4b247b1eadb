import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";

/** Whether the receipt has left that a message takes back; soon: it is leaving; never: it did not leave, so nothing is to be taken back. */
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
