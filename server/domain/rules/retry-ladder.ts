/** Waits before the next attempts to send a mail that was not accepted, in minutes. The last value repeats. */
const MAIL_RETRY_MINUTES = [1, 5, 15, 60, 240] as const;

/** Returns the wait after this number of consecutive failures, in minutes. The first failure is number 1. */
export function mailRetryMinutes(failures: number): number {
  return MAIL_RETRY_MINUTES[Math.min(Math.max(failures, 1), MAIL_RETRY_MINUTES.length) - 1] ?? 1;
}
