"use client";

import { useTranslations } from "next-intl";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";

/** Number of unconfirmed records, and the time since which the oldest has waited. */
export function Owed({ endpoint: { owedCount, oldestOwedAt } }: { endpoint: ListedEndpoint }) {
  const say = useTranslations("endpoints");
  return (
    <>
      <span className={owedCount === 0 ? "text-ink-faint" : "whitespace-nowrap"}>{say("owed", { count: owedCount })}</span>
      {oldestOwedAt && (
        <span className="block text-xs whitespace-nowrap text-ink-faint">
          {say.rich("since", { time: () => <FormattedDate key="time" at={oldestOwedAt} as="moment" /> })}
        </span>
      )}
    </>
  );
}
