import pino, { type Logger } from "pino";
import { env } from "@/server/env";

const shared = globalThis as typeof globalThis & { icsLog?: Logger };

/**
 * JSON lines on standard output, written in the background so that a request never waits for a slow pipe.
 * Never a key, a query string, a body or a customer's data.
 */
export function log(): Logger {
  shared.icsLog ??= pino(
    { level: env().LOG_LEVEL, base: null, timestamp: isoTime, serializers: { err: withoutData } },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
  return shared.icsLog;
}

/** What failed and where, without what was in it: queries, their parameters and rows hold customers' data. */
function withoutData(error: unknown): Record<string, unknown> {
  const cause = rootOf(error);
  if (!(cause instanceof Error)) return { message: "thrown, but no error" };
  const { code, constraint_name, routine } = cause as Error & Record<"code" | "constraint_name" | "routine", string | undefined>;
  return {
    type: cause.name,
    code,
    constraint: constraint_name,
    routine,
    // Of class 22 are values that do not fit, which the database quotes.
    message: code?.startsWith("22") ? undefined : cause.message,
    stack:
      error instanceof Error
        ? error.stack
            ?.split("\n")
            .filter((line) => line.startsWith("    at "))
            .join("\n")
        : undefined,
  };
}

/** However often it was wrapped: what wraps the database's failures quotes the query with its parameters. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** Next's own Date, which it puts in the place of this one, asks at each call what is being rendered. Here nothing is. */
const { Date: PlainDate } = globalThis;

function isoTime(): string {
  return `,"time":"${new PlainDate().toISOString()}"`;
}
