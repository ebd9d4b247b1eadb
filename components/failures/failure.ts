"use client";

import { TRPCClientError } from "@trpc/client";
import { useTranslations } from "next-intl";
import type { Messages } from "@/components/translations/messages";
import type { AppRouter } from "@/server/trpc/router";

type KnownCode = keyof Messages["errors"];

/** A failed request: its code, and the code of each field that the server refused. */
export interface Failure {
  code: string;
  fields: Record<string, string>;
}

/** Returns the code and the fields of a failed request's error. Any other error counts as `internal_error`. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) return { code: "internal_error", fields: {} };
  const { data }: TRPCClientError<AppRouter> = error;
  // No answer: the connection is down, or the server is being restarted.
  if (!data) return { code: "not_reached", fields: {} };
  return { code: data.reason, fields: data.fields };
}

/** Returns a function that words a code in the reader's language. A code without a text of its own is worded as a fault of the service. */
export function useFailureText(): (code: string) => string {
  const say = useTranslations("errors");
  return (code) => (isKnown(code, say.has) ? say(code) : say("internal_error"));
}

function isKnown(code: string, has: (key: KnownCode) => boolean): code is KnownCode {
  return has(code as KnownCode);
}
