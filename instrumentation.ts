import type { Instrumentation } from "next";

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || !process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const { startTelemetryOfNext } = await import("@/server/process/telemetry");
  await startTelemetryOfNext();
}

/** Logs every error of a page or a route of Next, with its stack. */
export const onRequestError: Instrumentation.onRequestError = async (error, { path, method }, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/server/platform/log");
  // The path may contain a customer's link or a token, so the log contains the route's name instead.
  log().error({ err: error, method, route: routePath || path.split("?")[0], routeType }, "page failed");
};
