import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Prints the errors of failed journeys once more after all others, because long logs are often kept from their end. */
export default class FailuresLast implements Reporter {
  readonly #failures: string[] = [];

  onTestEnd({ title }: TestCase, { status, errors }: TestResult): void {
    if (status === "passed" || status === "skipped") return;
    this.#failures.push(`${title}: ${status}\n${errors.map(({ stack, message }) => stack ?? message ?? "").join("\n")}`);
  }

  onEnd(): void {
    for (const failure of this.#failures) process.stdout.write(`\n${failure}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
