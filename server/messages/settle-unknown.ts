import { and, eq, lte, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { storedNow } from "@/db/schema/columns";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { type HeldUp, unlessHeldUp } from "@/server/platform/unless-held-up";
import { recordAllSent } from "./hand-over";

/** Number of messages that are read at once. */
const AT_ONCE = 100;

/**
 * Settles messages whose sender died while handing over the contents, when it is unknown whether the mail server accepted them. They count
 * as sent, with an unknown outcome, because sending them again could write to a customer twice. If others lock the invoices of one message, all
 * messages of its partner are left for the next round.
 */
export async function settleUnknown(db: Database, { scope, heldUp = new Set() }: { scope?: Scope; heldUp?: HeldUp } = {}): Promise<void> {
  // Reads again without partners that are held up, so that their messages do not fill the first 100.
  for (let countBefore = -1; countBefore < heldUp.size; ) {
    countBefore = heldUp.size;
    for (const { message, clockOffsetMs } of await findLost(db, scope, heldUp)) {
      const actor = systemActor({ id: message.partnerId, clockOffsetMs });
      await unlessHeldUp(heldUp, "partner", message.partnerId, () => recordAllSent(db, actor, message, { failure: "sender_died" }));
    }
  }
}

function findLost(db: Database, scope: Scope | undefined, heldUp: HeldUp) {
  return db
    .select({ message: outgoingMessages, clockOffsetMs: partners.clockOffsetMs })
    .from(outgoingMessages)
    .innerJoin(partners, eq(partners.id, outgoingMessages.partnerId))
    .where(
      and(
        eq(outgoingMessages.state, "handing_over"),
        lte(outgoingMessages.nextAttemptAt, storedNow),
        whereInScope(outgoingMessages.partnerId, scope),
        notInArray(outgoingMessages.partnerId, [...heldUp]),
      ),
    )
    .orderBy(outgoingMessages.nextAttemptAt)
    .limit(AT_ONCE);
}
