import { and, isNotNull, not, or } from "drizzle-orm";
import { payouts } from "@/db/schema/payouts";

/** Condition: a refund file that does not wait for a second person, and so can be downloaded. */
export const whereApproved = or(not(payouts.needsApproval), isNotNull(payouts.approvedAt));

/** Condition: a refund file that was downloaded, so that somebody can have given it to the bank. */
export const whereHandedOut = and(whereApproved, isNotNull(payouts.handedOutAt));
