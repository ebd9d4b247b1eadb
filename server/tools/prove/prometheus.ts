import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "@/server/testing/hosts";
import { endAndWait, waitUntilAnswering } from "@/server/testing/programs";

export interface Prometheus {
  /** Returns the names of the alerts that are being raised. */
  raised(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Replacements that shorten minutes to seconds, so that a proof does not take hours. Thresholds that are not times stay. */
const sooner: [RegExp, string][] = [
  [/for: \d+m/g, "for: 2s"],
  [/\[\d+m\]/g, "[20s]"],
  [/> 300\b/g, "> 8"],
  [/\+ 300\b/g, "+ 8"],
];

/** Starts Debian's Prometheus with our rules. It scrapes the service every 5 s. Throws if it is not installed. */
export async function startPrometheus(folder: string, target: string, secret: string): Promise<Prometheus> {
  const rules = readFileSync(resolve("deploy/prometheus/rules.yml"), "utf8");
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    "rules.yml",
    sooner.reduce((text, [what, by]) => text.replaceAll(what, by), rules),
  );
  write("secret", secret);
  write(
    "prometheus.yml",
    `global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: invoice-collection
    metrics_path: /api/metrics
    authorization: { credentials_file: secret }
    static_configs: [{ targets: ["${new URL(target).host}"] }]
`,
  );
  const port = await freePort();
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  await waitUntilAnswering(child, "prometheus", async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok);
  return {
    raised: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
      const { data }: { data: { alerts: { state: string; labels: { alertname: string } }[] } } = await answer.json();
      return [...new Set(data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname))].sort();
    },
    stop: () => endAndWait(child),
  };
}
