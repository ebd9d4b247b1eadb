import { db } from "@/db/client";
import { measureNotifications } from "@/server/notifications/measure-notifications";
import { type PresentedFigures, presentFigures } from "@/server/notifications/present-figures";
import { isFromOperator } from "@/server/platform/operator";
import { withTimeout } from "@/server/platform/with-timeout";
import { checkReadiness } from "@/server/process/readiness";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

const FIGURES_TIMEOUT_MS = 2_000;

/**
 * Whether this process should receive requests. If the status is `ready`, callers with METRICS_SECRET also get figures about notifications,
 * over all partners. Delayed notifications do not make a process less ready.
 */
export async function GET(request: Request): Promise<Response> {
  const status = await checkReadiness();
  const mayGetFigures = status === "ready" && isFromOperator("METRICS_SECRET", request.headers.get("authorization"));
  const notifications = mayGetFigures ? await measureWithinTimeout() : undefined;
  return Response.json({ status, notifications }, { status: status === "ready" ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}

/** Returns null if the figures are not available in time. */
async function measureWithinTimeout(): Promise<PresentedFigures | null> {
  const figures = await withTimeout(FIGURES_TIMEOUT_MS, measureNotifications(db)).catch(() => null);
  return figures && presentFigures(figures);
}
