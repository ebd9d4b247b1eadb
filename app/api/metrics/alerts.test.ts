import { readFile } from "node:fs/promises";
import { register } from "prom-client";
import { expect, test } from "vitest";
import "@/server/platform/collect-metrics";
import { databaseRegistry, familyRegistry } from "@/server/platform/metrics";

const read = (path: string) => readFile(`${import.meta.dirname}/../../../${path}`, "utf8");
const rules = await read("deploy/prometheus/rules.yml");

function alertsIn(text: string): string[] {
  return [...text.matchAll(/- alert: (\w+)/g)].flatMap(([, name]) => name ?? []);
}

/** Names provided by Prometheus itself. */
const notOurs = new Set(["up", "histogram_quantile"]);

/** Returns the metrics in an expression: names with an underscore that are neither functions nor labels. */
function metricsOf(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|by \([^)]*\)/g, "");
  const names = bare.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? [];
  return names.filter((name) => !notOurs.has(name)).map((name) => name.replace(/_(?:bucket|count|sum)$/, ""));
}

async function metricsTold(): Promise<Set<string>> {
  const told = await Promise.all([register, databaseRegistry, familyRegistry].map((registry) => registry.getMetricsAsJSON()));
  return new Set(told.flat().map(({ name }) => name));
}

test("alerts and dashboard use only metrics of /api/metrics", async () => {
  const known = await metricsTold();
  const expressions = [...rules.matchAll(/expr: (?:>-\n)?([\s\S]*?)\n {8}(?:for|labels):/g)].map(([, expression = ""]) => expression);
  expect(expressions).toHaveLength(alertsIn(rules).length);
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(await read("deploy/grafana/invoice-collection.json"));
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const named = [...expressions, ...shown].flatMap(metricsOf);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  { file: "rules", least: 11 },
  { file: "databases", least: 4 },
])("each alert of $file is tried, and the operator is told what to do about it", async ({ file, least }) => {
  const [text, tries, operations] = await Promise.all([
    read(`deploy/prometheus/${file}.yml`),
    read(`deploy/prometheus/${file}.test.yml`),
    read("docs/operations.md"),
  ]);
  const names = alertsIn(text);
  expect(names.length).toBeGreaterThanOrEqual(least);
  expect(names.filter((name) => !tries.includes(`alertname: ${name}`))).toEqual([]);
  expect(names.filter((name) => !operations.includes(`| \`${name}\` |`))).toEqual([]);
});
