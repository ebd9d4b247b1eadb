"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { FormEvent } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { SearchField } from "@/components/ui/form/search-field";
import { EmptyState } from "@/components/ui/page/empty-state";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { NewestOlder } from "@/components/ui/table/newest-older";
import { HeadCell, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { RequestRow } from "./request-row";
import { requestsAddress, requestsHref, requestsQuery } from "./requests-address";
import { useRequestColumns } from "./use-request-columns";

/** Requests of the partner's systems in the last 30 days, newest first. */
export function Requests() {
  const say = useTranslations("requests");
  const [address, go] = useQueryStates(requestsAddress);
  const { show, requestId, before } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().keys.requests.queryOptions(requestsQuery(address), { placeholderData: keepPreviousData }),
  );
  const columns = useRequestColumns();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get("requestId")).trim();
    void go({ requestId: wanted || null, before: null });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <p className="mr-auto max-w-prose text-sm text-ink-muted">{say("intro")}</p>
        <search className="flex-[0_1_22rem] max-sm:basis-full">
          <form method="get" onSubmit={search}>
            <SearchField
              key={requestId}
              name={say("search")}
              placeholder={say("searchBy")}
              field="requestId"
              defaultValue={requestId ?? ""}
            />
          </form>
        </search>
      </div>
      <Tabs name={say("filter")} className="border-b border-line">
        {([null, "refused"] as const).map((filter) => (
          <Tab key={filter} current={show === filter} href={requestsHref({ show: filter, requestId })}>
            {say(filter ?? "all")}
          </Tab>
        ))}
      </Tabs>
      {error && <Trouble title={say("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <TableSkeleton caption={say("title")} columns={columns.map(({ id, ...cellProps }) => cellProps)} rows={8} cards bleed />
      )}
      {!error && data?.entries.length === 0 && (
        <EmptyState kind={show || requestId ? "no-match" : "nothing-yet"} title={say(show || requestId ? "noMatch" : "none")} />
      )}
      {!error && data && data.entries.length > 0 && (
        <Table caption={say("title")} cards bleed busy={isPlaceholderData}>
          <TableHead>
            {columns.map(({ id, head, ...cellProps }) => (
              <HeadCell key={id} className={id === "request" ? "sm:w-[38%]" : undefined} {...cellProps}>
                {head}
              </HeadCell>
            ))}
          </TableHead>
          <TableBody>
            {data.entries.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </TableBody>
        </Table>
      )}
      <NewestOlder
        newest={before ? requestsHref({ show, requestId }) : null}
        older={data?.next ? requestsHref({ ...address, before: data.next }) : null}
      />
    </div>
  );
}
