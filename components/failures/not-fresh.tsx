"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { Banner } from "@/components/ui/page/banner";

interface Props {
  /** What is shown was read by this query, or by another before it. */
  query: { data: unknown; isError: boolean; isPlaceholderData: boolean; fetchStatus: string; refetch: () => unknown };
  className?: string;
}

/** Says that what is shown is from before, where what was asked for could not be loaded: offline one waits, else it failed. */
export function NotFresh({ query, className }: Props) {
  const say = useTranslations("ui");
  const isStuck = query.fetchStatus === "paused" || query.isError;
  if (!isStuck || query.data === undefined) return null;
  return (
    <Banner
      tone="attention"
      role="alert"
      className={className}
      action={
        <Button size="sm" onClick={() => query.refetch()}>
          {say("retry")}
        </Button>
      }
    >
      {say("notFresh")}
    </Banner>
  );
}
