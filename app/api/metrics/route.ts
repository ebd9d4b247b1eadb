import { register } from "prom-client";
import { updateDatabaseMetrics } from "@/server/background/update-database-metrics";
import { SECOND_MS } from "@/server/domain/formats/time";
import { collectProcessMetrics } from "@/server/platform/collect-metrics";
import { log } from "@/server/platform/log";
import { databaseRegistry } from "@/server/platform/metrics";
import { withTimeout } from "@/server/platform/with-timeout";
import { answerOperator } from "../answer-operator";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

const DATABASE_TIMEOUT_MS = 3 * SECOND_MS;

/** Metrics in Prometheus' text format: counters of all processes, and the queues of all partners. */
export async function GET(request: Request): Promise<Response> {
  return answerOperator("METRICS_SECRET", request, async () => {
    const [ofProcesses, ofDatabase] = await Promise.all([collectProcessMetrics(), readDatabaseMetrics()]);
    return new Response(`${ofProcesses}\n${ofDatabase}`, { headers: { "Content-Type": register.contentType } });
  });
}

/** Returns an empty text, instead of old values, if the database is out of reach. The processes' own metrics show such a failure. */
async function readDatabaseMetrics(): Promise<string> {
  try {
    await withTimeout(DATABASE_TIMEOUT_MS, updateDatabaseMetrics());
  } catch (error) {
    log().warn({ err: error }, "metrics of the database could not be read");
    return "";
  }
  return databaseRegistry.metrics();
}
