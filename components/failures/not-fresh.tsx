"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { Banner } from "@/components/ui/page/banner";

interface Props {
  /** The query whose data, or whose previous data, is shown. */
  query: { data: unknown; isError: boolean; fetchStatus: string; refetch: () => unknown };
  className?: string;
}

/** Notice that the page shows old data, because new data could not be loaded. */
export function NotFresh({ query, className }: Props) {
  const say = useTranslations("ui");
  // A query without a connection is paused; otherwise it has failed.
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
