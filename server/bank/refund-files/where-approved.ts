import { isNotNull, not, or } from "drizzle-orm";
import { payouts } from "@/db/schema/payouts";

/** Condition: a refund file that does not wait for a second person, and so can be downloaded. */
export const whereApproved = or(not(payouts.needsApproval), isNotNull(payouts.approvedAt));
