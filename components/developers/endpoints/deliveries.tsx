"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { ButtonLink } from "@/components/ui/form/button-link";
import { Section } from "@/components/ui/page/section";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { HeadCell, Table, TableBody, TableHead } from "@/components/ui/table/table";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { DeliveryRow } from "./delivery-row";
import { deliveriesQuery, endpointHref, endpointPageState, filters } from "./endpoint-page-state";
import { ResendFailedButton } from "./resend-failed-button";
import { useDeliveryColumns } from "./use-delivery-columns";

const DeliveryDialog = dynamic(() => import("./delivery-dialog"), { ssr: false });

/** Interval of refetching in ms, because deliveries change without the reader's action. */
const POLL_MS = 3_000;

/** Deliveries to an endpoint, sent and waiting, newest first. */
export function Deliveries({ endpoint }: { endpoint: ListedEndpoint }) {
  const say = useTranslations("endpoints.deliveries");
  const [pageState, go] = useQueryStates(endpointPageState, { history: "push" });
  const { show, before, delivery } = pageState;
  const options = { placeholderData: keepPreviousData, refetchInterval: POLL_MS };
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().endpoints.deliveries.queryOptions(deliveriesQuery(endpoint.id, pageState), options),
  );
  const columns = useDeliveryColumns();
  const hrefOf = (change: Partial<typeof pageState>) => endpointHref(endpoint.id, { show, before, ...change });
  /** Attributes of a link that changes the address without loading the page again. */
  const linkTo = (change: Partial<typeof pageState>) => ({
    href: hrefOf(change),
    onNavigate: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      void go(change);
    },
  });

  return (
    <Section title={say("title")} actions={<ResendFailedButton endpoint={endpoint} />}>
      <Tabs name={say("filter")} className="border-b border-line">
        {([null, ...filters] as const).map((filter) => (
          <Tab key={filter} current={show === filter} {...linkTo({ show: filter, before: null })}>
            {say(filter ?? "all")}
          </Tab>
        ))}
      </Tabs>
      {error && <Trouble title={say("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <TableSkeleton caption={say("title")} columns={columns.map(({ id, ...cellProps }) => cellProps)} rows={5} flush cards />
      )}
      {data && data.entries.length > 0 && (
        <Table caption={say("title")} flush cards busy={isPlaceholderData}>
          <TableHead>
            {columns.map(({ id, head, ...cellProps }) => (
              <HeadCell key={id} className={id === "outcome" ? "sm:w-[24%]" : undefined} {...cellProps}>
                {head}
              </HeadCell>
            ))}
          </TableHead>
          <TableBody>
            {data.entries.map((entry) => (
              <DeliveryRow key={entry.id} delivery={entry} isOff={endpoint.switchedOffAt !== null} {...linkTo({ delivery: entry.id })} />
            ))}
          </TableBody>
        </Table>
      )}
      {data?.entries.length === 0 && <p className="py-3 text-sm text-ink-muted">{say(show ? "noneOfThese" : "none")}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {before && (
          <ButtonLink size="sm" {...linkTo({ before: null })}>
            {say("newest")}
          </ButtonLink>
        )}
        {data?.next && (
          <ButtonLink size="sm" {...linkTo({ before: data.next })}>
            {say("older")}
          </ButtonLink>
        )}
      </div>
      {delivery && <DeliveryDialog endpoint={endpoint} deliveryId={delivery} onClose={() => void go({ delivery: null })} />}
    </Section>
  );
}
