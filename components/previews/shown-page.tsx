"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { LoadingNote } from "@/components/ui/page/skeleton";
import { useRegion } from "@/components/ui/text/region";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import type { Locale } from "@/server/domain/formats/locales";
import type { PreviewedMessage } from "@/server/previews/list-previews";
import type { PreviewOf } from "@/server/previews/preview-of";
import { PreviewFrame, type PreviewWidth } from "./preview-frame";

interface Props {
  of: PreviewOf;
  locale: Locale | null;
  /** The message after which the page is shown; undefined: now. */
  message: PreviewedMessage | undefined;
  width: PreviewWidth;
}

/** The customer's page as it will be right after a message has left, or as it is now. */
export function ShownPage({ of, locale, message, width }: Props) {
  const say = useTranslations("previews");
  const ui = useTranslations("ui");
  const textOf = useFailureText();
  const region = useRegion();
  const moment = message ? { kind: message.kind, round: message.round } : null;
  const { data, refetch } = useQuery({
    queryKey: ["previewed page", of, locale, moment],
    queryFn: () => fetchPage(JSON.stringify({ of, locale, moment })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const day = formatDay(dayAt(message?.at ?? new Date()), region, "long");
  if (!data) return <LoadingNote />;
  if ("code" in data) {
    return (
      <EmptyState
        kind="trouble"
        title={say("failed")}
        code={data.code}
        action={<Button onClick={() => void refetch()}>{ui("retry")}</Button>}
      >
        {textOf(data.code)}
      </EmptyState>
    );
  }
  return (
    <>
      <PreviewFrame html={data.html} name={say("frame.page", { day })} width={width} />
      <p className="text-xs text-ink-faint">{say("links")}</p>
    </>
  );
}

async function fetchPage(preview: string): Promise<{ html: string } | { code: string }> {
  try {
    const response = await fetch(`/api/previews?${new URLSearchParams({ preview })}`);
    const answer = await response.json();
    return response.ok ? { html: answer.html } : { code: answer.error ?? "internal_error" };
  } catch {
    return { code: "not_reached" };
  }
}
