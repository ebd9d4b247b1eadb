import pino, { type Logger } from "pino";
import { env } from "@/server/env";

const shared = globalThis as typeof globalThis & { icsLog?: Logger };

/**
 * The service's log: JSON lines on standard output, written in the background so that no request waits for a slow pipe. Never contains a
 * key, a query string, a body or a customer's data.
 */
export function log(): Logger {
  shared.icsLog ??= pino(
    { level: env().LOG_LEVEL, base: null, timestamp: isoTime, serializers: { err: withoutData } },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
  return shared.icsLog;
}

/**
 * Serialises an error without data, because queries, their parameters and rows contain customers' data. Facts come from the innermost cause;
 * the lines of the stack, without the messages between them, from the error that was thrown.
 */
function withoutData(error: unknown): Record<string, unknown> {
  const cause = rootOf(error);
  if (!(cause instanceof Error)) return { message: "thrown, but no error" };
  const { code, constraint_name, routine } = cause as Error & Record<"code" | "constraint_name" | "routine", string | undefined>;
  return {
    type: cause.name,
    code,
    constraint: constraint_name,
    routine,
    // The message of a class-22 error quotes the invalid value.
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

/** Returns the innermost cause. The wrappers of database errors quote the query with its parameters. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** The standard Date, read before Next replaces the global one with a version of its own, whose checks are useless here. */
const { Date: PlainDate } = globalThis;

function isoTime(): string {
  return `,"time":"${new PlainDate().toISOString()}"`;
}
