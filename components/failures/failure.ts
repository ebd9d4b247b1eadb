"use client";

import { TRPCClientError } from "@trpc/client";
import { useTranslations } from "next-intl";
import type { Messages } from "@/components/translations/messages";
import type { AppRouter } from "@/server/trpc/router";

type KnownCode = keyof Messages["errors"];

/** Why the server refused something, in the interface's words, and which fields it names. */
export interface Failure {
  code: string;
  fields: Record<string, string>;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) return { code: "internal_error", fields: {} };
  const { data }: TRPCClientError<AppRouter> = error;
  // No answer at all: the way to the server is broken, or the server is being replaced.
  if (!data) return { code: "not_reached", fields: {} };
  return { code: data.reason, fields: data.fields };
}

/** Words for a code, in the reader's language; a code that only programs meet is worded as trouble on our side. */
export function useFailureText(): (code: string) => string {
  const say = useTranslations("errors");
  return (code) => (isKnown(code, say.has) ? say(code) : say("internal_error"));
}

function isKnown(code: string, has: (key: KnownCode) => boolean): code is KnownCode {
  return has(code as KnownCode);
}
