import { hostname } from "node:os";
import { DiagLogLevel, diag } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";
import { register } from "prom-client";
import { env } from "@/server/env";
import { log } from "@/server/platform/log";
import { databaseRegistry } from "@/server/platform/metrics";
import { beginTracing, TRACER } from "@/server/platform/traced";
import { routeOf } from "./log-access";
import { metricsFrom } from "./telemetry-metrics";

/** The process that sends telemetry, and how it measures the database. */
interface Options {
  /** Role of the process, which distinguishes it from others. */
  role: string;
  /** Updates the metrics from the database before they are sent. Set for one role only, because every process would send the same. */
  measureDatabase?: () => Promise<void>;
}

interface Telemetry {
  shutdown(): Promise<void>;
}

const shared = globalThis as typeof globalThis & { icsTelemetry?: Promise<Telemetry>; icsStartsTelemetry?: boolean };

/**
 * Makes `startTelemetryOfNext` do nothing. For the service's own program, whose processes start telemetry themselves once they know their
 * role and database.
 */
export function startTelemetryOurselves(): void {
  shared.icsStartsTelemetry = true;
}

/** Starts telemetry under plain `next start`. */
export async function startTelemetryOfNext(): Promise<void> {
  if (!shared.icsStartsTelemetry) await startTelemetry({ role: "next" });
}

/**
 * Sends traces and metrics by OTLP to `OTEL_EXPORTER_OTLP_ENDPOINT`; without that variable, does and loads nothing. OpenTelemetry's other
 * variables apply: names, headers, sampling. A second call in the same process does nothing.
 */
export async function startTelemetry(options: Options): Promise<void> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return;
  shared.icsTelemetry ??= start(options);
  await shared.icsTelemetry;
}

/** Sends the rest of the traces and metrics, and stops. */
export async function stopTelemetry(): Promise<void> {
  await (await shared.icsTelemetry)?.shutdown();
}

async function start({ role, measureDatabase }: Options): Promise<Telemetry> {
  const [traces, metrics, resources, { OTLPTraceExporter }, { OTLPMetricExporter }] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/sdk-metrics"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/exporter-metrics-otlp-http"),
  ]);
  diag.setLogger({ error: say("error"), warn: say("warn"), info: () => {}, debug: () => {}, verbose: () => {} }, DiagLogLevel.WARN);
  // Attributes from the environment replace those of the service.
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const own = { "service.name": "invoice-collection-service", "service.instance.id": `${hostname()}:${process.pid}`, "process.role": role };
  const resource = resources.resourceFromAttributes(own).merge(given);

  const provider = new traces.NodeTracerProvider({
    resource,
    spanProcessors: [new traces.BatchSpanProcessor(withoutData(new OTLPTraceExporter()))],
  });
  provider.register();
  const registries = measureDatabase ? [register, databaseRegistry] : [register];
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    metricProducers: [metricsFrom(metrics, { registries, resource, update: measureDatabase })],
  });
  const meters = new metrics.MeterProvider({ resource, readers: [reader] });
  beginTracing();
  return { shutdown: async () => void (await Promise.all([provider.shutdown(), meters.shutdown()])) };
}

function say(level: "warn" | "error") {
  return (message: string) => log()[level]({ telemetry: message.slice(0, 500) }, "telemetry");
}

const KEPT_ATTRIBUTES = /^(?:http\.(?:method|status_code|route)|next\.(?:route|span_type))$/;

/**
 * Removes everything but names and codes from spans that the service did not make: Next records complete addresses, which contain
 * customers' links and people's tokens, and error messages, which may contain data.
 */
function withoutData(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(
        spans.map((span) => (span.instrumentationScope.name === TRACER ? span : onlyNamesAndCodes(span))),
        done,
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

function onlyNamesAndCodes(span: ReadableSpan): ReadableSpan {
  return {
    name: span.name.replace(/\S*\/\S*/g, (address) => routeOf(address)),
    attributes: Object.fromEntries(Object.entries(span.attributes).filter(([name]) => KEPT_ATTRIBUTES.test(name))),
    events: [],
    status: { code: span.status.code },
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    links: span.links,
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}
