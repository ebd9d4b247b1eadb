/** How long a mail that was not accepted waits before each next attempt, in minutes. The last rung repeats. */
const MAIL_RETRY_MINUTES = [1, 5, 15, 60, 240] as const;

/** The wait after so many failures in a row, in minutes; counts from 1. */
export function mailRetryMinutes(failures: number): number {
  return MAIL_RETRY_MINUTES[Math.min(Math.max(failures, 1), MAIL_RETRY_MINUTES.length) - 1] ?? 1;
}
