import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { simulatedBankPayments as bankPayments, type SimulatedBankPayment } from "@/db/schema/simulated-bank";
import { changeState } from "./change-state";
import { isSimulatedBankOpen } from "./is-open";

/** Decisions by the customer or their bank on the bank's page, with the states from which each is possible. */
const moves = {
  pay: { from: ["open", "pending"], to: "paid" },
  wait: { from: ["open"], to: "pending" },
  fail: { from: ["open", "pending"], to: "failed" },
  cancel: { from: ["open"], to: "cancelled" },
  charge_back: { from: ["paid"], to: "charged_back" },
} as const;

export type Decision = keyof typeof moves;

/** Decisions in the order in which the page offers them. */
export const decisions = Object.keys(moves) as Decision[];

/** Returns the decisions that are possible in the payment's state. */
export function decisionsAbout({ state }: Pick<SimulatedBankPayment, "state">): Decision[] {
  return decisions.filter((decision) => moves[decision].from.some((from) => from === state));
}

/** Finds a payment. Undefined if it does not exist, or if the simulated bank is closed and the payment is no sandbox's. */
export async function findBankPayment(db: Database, id: string): Promise<SimulatedBankPayment | undefined> {
  if (!/^[0-9a-f]{48}$/.test(id)) return undefined;
  const [payment] = await db.select().from(bankPayments).where(eq(bankPayments.id, id));
  return payment?.isPlay || isSimulatedBankOpen() ? payment : undefined;
}

/**
 * Carries out a decision about a payment. Anybody who has the payment's id may decide. Returns whether the decision was still possible; a late
 * decision changes nothing.
 */
export function decide(db: Database, id: string, decision: Decision): Promise<boolean> {
  const { from, to } = moves[decision];
  return changeState(db, id, { from: [...from], to });
}
