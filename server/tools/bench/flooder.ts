import { readFileSync } from "node:fs";

// A client that sends the same request many times at once, in a separate process.

/** An order to the flooder. */
export interface Flood {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Size of the body in bytes; 0 for none. */
  bytes: number;
  /** Path of a file to send as the body instead. */
  file?: string;
  atOnce: number;
}

/** Numbers of answers by status. */
export type FloodReport = Record<string, number>;

/** The body that is slowest to parse: very many small values. */
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
