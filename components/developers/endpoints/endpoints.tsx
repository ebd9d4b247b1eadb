"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/page/empty-state";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { EndpointActs } from "./endpoint-acts";
import { endpointHref } from "./endpoint-page-state";
import { EndpointState } from "./endpoint-state";
import { Owed } from "./owed";
import { useEndpointColumns } from "./use-endpoint-columns";

/** The partner's endpoints, oldest first. */
export function Endpoints() {
  const say = useTranslations("endpoints");
  const { data: endpoints } = useSuspenseQuery(useTRPC().endpoints.list.queryOptions());
  const columns = useEndpointColumns();
  if (endpoints.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title={say("nothingYet.title")}>
        {say("nothingYet.body")}
      </EmptyState>
    );
  }
  return (
    <Table caption={say("title")} density="roomy" flush cards>
      <TableHead>
        {columns.map(({ id, head, ...cellProps }) => (
          <HeadCell key={id} className={id === "url" ? "sm:w-[30%]" : undefined} {...cellProps}>
            {id === "acts" ? <span className="sr-only">{head}</span> : head}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </TableBody>
    </Table>
  );
}

function EndpointRow({ endpoint }: { endpoint: ListedEndpoint }) {
  const say = useTranslations("endpoints");
  const { id, url, description, pacing, lastDeliveredAt } = endpoint;
  return (
    <Row>
      <Cell clip card={1} className="sm:w-[30%] py-1.5">
        <RowLink href={endpointHref(id)} className="font-medium" title={url}>
          {url}
        </RowLink>
        {description && <span className="block truncate text-xs text-ink-faint">{description}</span>}
      </Cell>
      <Cell hideOrder={3} card="hide" className="whitespace-nowrap">
        {say(`pacing.${pacing}`)}
      </Cell>
      <Cell card={3} className="py-1.5">
        <EndpointState endpoint={endpoint} />
      </Cell>
      <Cell card={4} className="py-1.5">
        <Owed endpoint={endpoint} />
      </Cell>
      <Cell hideOrder={3} card="line">
        <span className="sm:hidden">{say("lastDelivered")} </span>
        {lastDeliveredAt ? <RelativeTime at={lastDeliveredAt} inRealTime /> : <span className="text-ink-faint">{say("never")}</span>}
      </Cell>
      <Cell numeric card={2}>
        <EndpointActs endpoint={endpoint} size="sm" />
      </Cell>
    </Row>
  );
}
