import { type HrTime, ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { MetricData, MetricProducer } from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValueWithName, Registry } from "prom-client";

/** OpenTelemetry's library. Passed as a parameter, because it is loaded only if telemetry is configured. */
type Sdk = typeof import("@opentelemetry/sdk-metrics");
type Counted = MetricObjectWithValues<MetricValueWithName<string>>;

interface Source {
  registries: Registry[];
  resource: Resource;
  /** Runs before each reading. If it throws, the reading reports the error. */
  update?: () => Promise<void>;
}

/** Converts prom-client's metrics to OpenTelemetry's, with the same names. */
export function metricsFrom(sdk: Sdk, { registries, resource, update }: Source): MetricProducer {
  const startTime = atNow();
  return {
    collect: async () => {
      const errors: unknown[] = [];
      await update?.().catch((error: unknown) => errors.push(error));
      const counted = (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat() as Counted[];
      const metrics = counted.flatMap((metric) => convert(sdk, metric, { startTime, endTime: atNow() }));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "invoice-collection-service" }, metrics }] }, errors };
    },
  };
}

/** Time over which a metric was counted. */
interface Period {
  startTime: HrTime;
  endTime: HrTime;
}

function convert({ AggregationTemporality, DataPointType }: Sdk, { name, help, type, values }: Counted, period: Period): MetricData[] {
  const common = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () => values.map(({ labels, value }) => ({ ...period, attributes: labels, value }));
  // In JSON, prom-client's types of metrics are words; in its TypeScript types, numbers.
  switch (String(type)) {
    case "counter":
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case "gauge":
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case "histogram":
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(values, period) }];
    default:
      return [];
  }
}

/** Converts buckets: prom-client counts the values up to each bound, OpenTelemetry the values between two bounds. */
function histogramPoints(values: MetricValueWithName<string>[], period: Period) {
  const byLabels = new Map<string, MetricValueWithName<string>[]>();
  for (const value of values) {
    const { le: _, ...labels } = value.labels;
    const key = JSON.stringify(labels);
    byLabels.set(key, [...(byLabels.get(key) ?? []), value]);
  }
  return [...byLabels].map(([labels, parts]) => {
    const valueEndingIn = (suffix: string) => parts.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
    const buckets = parts.filter(({ labels }) => labels.le !== undefined && labels.le !== "+Inf");
    const upTo = [...buckets.map(({ value }) => value), valueEndingIn("_count")];
    const counts = upTo.map((count, at) => count - (upTo[at - 1] ?? 0));
    const value = {
      buckets: { boundaries: buckets.map(({ labels }) => Number(labels.le)), counts },
      sum: valueEndingIn("_sum"),
      count: valueEndingIn("_count"),
    };
    return { ...period, attributes: JSON.parse(labels) as Record<string, string>, value };
  });
}

function atNow(): HrTime {
  const now = Date.now();
  return [Math.trunc(now / 1_000), (now % 1_000) * 1_000_000];
}
