import { db } from "@/db/client";
import { sendNotifications } from "@/server/outbound/notifications/send-notifications";
import { answerScheduler } from "../answer-scheduler";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

export function POST(request: Request): Promise<Response> {
  return answerScheduler(request, () => sendNotifications(db));
}
