import { readFileSync } from "node:fs";

// One client that sends the same request many times at once, in a process of its own.

/** What the flooder is told. */
export interface Flood {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Of the body, in bytes; 0: none. */
  bytes: number;
  /** File whose contents are the body instead. */
  file?: string;
  atOnce: number;
}

/** What it answers: how often each status came. */
export type FloodReport = Record<string, number>;

/** As the body that took longest to read: many small values. */
const bodyOf = (bytes: number) => `"[${"{},".repeat(bytes / 3)}{}]"`;

process.on("message", async ({ url, method, headers, bytes, file, atOnce }: Flood) => {
  const init = { method, headers, body: file ? readFileSync(file) : bytes > 0 ? bodyOf(bytes) : undefined };
  const ask = async () => {
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: atOnce }, () => ask().catch(() => "failed")));
  const report: FloodReport = {};
  for (const status of statuses) report[status] = (report[status] ?? 0) + 1;
  process.send?.(report);
});
