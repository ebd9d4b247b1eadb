import { db } from "@/db/client";
import { moveMoney } from "@/server/billing/payments/move-money";
import { answerScheduler } from "../answer-scheduler";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

export function POST(request: Request): Promise<Response> {
  return answerScheduler(request, () => moveMoney(db));
}
