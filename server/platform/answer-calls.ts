import { getPriority, setPriority } from "node:os";

/** Outcome of a call to another process. */
export type Answered<Output> = { output: Output } | { failed: string };

/** The `nice` value of this process, which gives it a lower priority than processes that answer people and systems. */
const PRIORITY = 15;

/**
 * Makes this process answer the calls of `inOwnProcess` (own-process.ts), one after the other. The process ends with the one that started
 * it.
 */
export function answerCalls<Input, Output>(work: (input: Input) => Promise<Output>): void {
  setPriority(Math.max(getPriority(), PRIORITY));
  // Ctrl+C signals every process of the terminal. The calling process decides when this one ends.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  process.on("disconnect", () => process.exit());
  process.on("message", async (input: Input) => {
    const answered = await work(input).then(
      (output): Answered<Output> => ({ output }),
      (error: unknown): Answered<Output> => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    process.send?.(answered);
  });
}
