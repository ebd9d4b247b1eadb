import { db } from "@/db/client";
import { isFromScheduler } from "@/server/is-from-scheduler";
import { measureNotifications, type NotificationFigures } from "@/server/notifications/measure-notifications";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Figures for whoever watches the service, as Prometheus reads them. */
export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!isFromScheduler(request.headers.get("authorization"))) {
    return Response.json({ error: "not_allowed" }, { status: 401, headers: { ...headers, "WWW-Authenticate": "Bearer" } });
  }
  const text = asPrometheus(await measureNotifications(db));
  return new Response(text, { headers: { ...headers, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } });
}

function asPrometheus({ oldestOwedMs, owed, deliveries, endpoints }: NotificationFigures): string {
  return [
    gauge("notifications_oldest_owed_seconds", "Age of the oldest change owed to an endpoint that is switched on.", {
      "": oldestOwedMs / 1_000,
    }),
    gauge("notifications_owed", "Records that endpoints have not confirmed, by what becomes of them.", byState(owed)),
    gauge("notifications_open_deliveries", "Deliveries that are not confirmed yet, by whether an attempt has failed.", byState(deliveries)),
    gauge("notifications_endpoints", "Endpoints of all partners.", byState(endpoints)),
  ].join("");
}

function byState(counts: Record<string, number>): Record<string, number> {
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(counts).map(([state, count]) => [`{state="${snakeCase(state)}"}`, count]));
}

function gauge(name: string, help: string, values: Record<string, number>): string {
  const lines = Object.entries(values).map(([labels, value]) => `${name}${labels} ${value}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("\n")}\n`;
}
