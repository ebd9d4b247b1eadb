import { db } from "@/db/client";
import { measureNotifications } from "@/server/outbound/notifications/measure-notifications";
import { type PresentedFigures, presentFigures } from "@/server/outbound/notifications/present-figures";
import { answerOperator } from "../answer-operator";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Figures for the operator's monitoring, in Prometheus' text format. */
export async function GET(request: Request): Promise<Response> {
  return answerOperator(request, async () => {
    const text = asPrometheus(presentFigures(await measureNotifications(db)));
    return new Response(text, { headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } });
  });
}

function asPrometheus(figures: PresentedFigures): string {
  return [
    gauge("notifications_oldest_owed_seconds", "Age of the oldest change owed to an endpoint that is switched on.", {
      "": figures.oldest_owed_seconds,
    }),
    gauge("notifications_owed", "Records that endpoints have not confirmed, by what becomes of them.", byState(figures.owed)),
    gauge(
      "notifications_open_deliveries",
      "Deliveries that are not confirmed yet, by whether an attempt has failed.",
      byState(figures.open_deliveries),
    ),
    gauge("notifications_endpoints", "Endpoints of all partners.", byState(figures.endpoints)),
  ].join("");
}

function byState(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([state, count]) => [`{state="${state}"}`, count]));
}

function gauge(name: string, help: string, values: Record<string, number>): string {
  const lines = Object.entries(values).map(([labels, value]) => `${name}${labels} ${value}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("\n")}\n`;
}
