import { setTimeout as wait } from "node:timers/promises";

/** Asks at each tick, however long the others take, and returns how long each took in ms, the shortest first. `ask` throws for an answer that is no success. */
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

/** In ms, of times that are sorted. */
export function percentile(times: number[], share: number): number {
  return Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10;
}

/** Throws unless the answer is a success. */
export async function fetchSuccess(url: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${new URL(url).pathname} was answered by ${answer.status}`);
}
