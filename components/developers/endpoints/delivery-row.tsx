"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, Row } from "@/components/ui/table/table";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedDelivery } from "@/server/notifications/delivery";
import { DeliveryStateChip } from "./delivery-state";
import { useOutcomeText } from "./use-outcome-text";

interface Props extends Pick<ComponentProps<typeof RowLink>, "href" | "onNavigate"> {
  delivery: ListedDelivery;
  /** Whether the endpoint is off, so that nothing is sent to it. */
  isOff: boolean;
}

export function DeliveryRow({ delivery, isOff, ...link }: Props) {
  const say = useTranslations("endpoints");
  const outcomeOf = useOutcomeText();
  const { createdAt, idsCount, isTest, state, attempts, lastStatus, lastFailure, lastDurationMs, nextAttemptAt } = delivery;
  const outcome = lastDurationMs === null ? null : outcomeOf(lastStatus, lastFailure);
  return (
    <Row>
      <Cell card={1} className="whitespace-nowrap">
        <RowLink scroll={false} {...link}>
          <FormattedDate at={createdAt} as="moment" />
        </RowLink>
      </Cell>
      <Cell numeric card={2}>
        {isTest ? <span className="text-ink-faint">{say("deliveries.test")}</span> : idsCount}
      </Cell>
      <Cell card={3}>
        <DeliveryStateChip state={state} />
      </Cell>
      <Cell clip card="line" className="sm:w-[24%]">
        {outcome ? <span title={outcome}>{outcome}</span> : <span className="text-ink-faint">{say("deliveries.noAnswerYet")}</span>}
      </Cell>
      <Cell numeric hideOrder={3} card="hide">
        {attempts}
      </Cell>
      <Cell numeric hideOrder={2} card="hide">
        {lastDurationMs !== null && say("duration", { ms: lastDurationMs })}
      </Cell>
      <Cell hideOrder={1} card={4}>
        {(state === "waiting" || state === "failing") && !isOff && <RelativeTime at={nextAttemptAt} inRealTime />}
      </Cell>
    </Row>
  );
}
