import { and, isNotNull, not, or } from "drizzle-orm";
import { payouts } from "@/db/schema/payouts";

/** Condition: a refund file that may be with the bank. Nobody can download one that waits for a second person. */
export const whereApproved = or(not(payouts.needsApproval), isNotNull(payouts.approvedAt));

/** Condition: a refund file that somebody can have given to the bank. */
export const whereHandedOut = and(whereApproved, isNotNull(payouts.handedOutAt));
