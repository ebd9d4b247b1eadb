import { register } from "prom-client";
import { updateDatabaseMetrics } from "@/server/background/update-database-metrics";
import { collectProcessMetrics } from "@/server/platform/collect-metrics";
import { databaseRegistry } from "@/server/platform/metrics";
import { answerOperator } from "../answer-operator";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Metrics in Prometheus' text format: what the service's processes count, and the queues of all partners. */
export async function GET(request: Request): Promise<Response> {
  return answerOperator("METRICS_SECRET", request, async () => {
    const [counted] = await Promise.all([collectProcessMetrics(), updateDatabaseMetrics()]);
    return new Response(`${counted}\n${await databaseRegistry.metrics()}`, { headers: { "Content-Type": register.contentType } });
  });
}
