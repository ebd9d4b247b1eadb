import { setTimeout as wait } from "node:timers/promises";

/**
 * Sends a request at each tick, regardless of how long the others take. Returns the times from tick to answer in ms, shortest first. `ask`
 * must throw unless the answer is a success.
 */
export async function askSteadily(rate: number, seconds: number, ask: (nth: number) => Promise<void>): Promise<number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const dueAt = began + (nth * 1_000) / rate;
    await wait(Math.max(0, dueAt - performance.now()));
    asked.push(ask(nth).then(() => performance.now() - dueAt));
  }
  return (await Promise.all(asked)).sort((a, b) => a - b);
}

/** Percentile of sorted times, in ms. */
export function percentile(times: number[], share: number): number {
  return Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10;
}

/** Throws unless the answer is a success. */
export async function fetchSuccess(url: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${new URL(url).pathname} was answered by ${answer.status}`);
}
