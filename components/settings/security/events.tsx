"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { buttonClass } from "@/components/ui/form/button-class";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { NewestOlder } from "@/components/ui/table/newest-older";
import { ColumnHeads, Table, TableBody } from "@/components/ui/table/table";
import { eventAreas } from "@/server/domain/rules/event-kinds";
import { EventRow } from "./event-row";
import { eventsAddress, eventsFilter, eventsHref, eventsQuery } from "./events-address";
import { useEventColumns } from "./use-event-columns";

/** Security events of the partner, newest first. */
export function Events() {
  const say = useTranslations("security");
  const [address] = useQueryStates(eventsAddress);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().security.events.queryOptions(eventsQuery(address), { placeholderData: keepPreviousData }),
  );
  const columns = useEventColumns();
  // Kept when the reader chooses another area.
  const recordAndPerson = { about: address.about, by: address.by };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto max-w-prose text-sm text-ink-muted">{say("intro")}</p>
        {(address.about || address.by) && (
          <ButtonLink size="sm" href={eventsHref({ area: address.area })}>
            <X />
            {say(address.about ? "oneRecord" : "onePerson")}
          </ButtonLink>
        )}
        <a download href={eventsHref(eventsFilter(address), "/api/export/security-events")} className={buttonClass({ size: "sm" })}>
          <Download />
          {say("export")}
        </a>
      </div>
      <Tabs name={say("filter")} className="border-b border-line">
        {([null, ...eventAreas] as const).map((area) => (
          <Tab key={area} current={address.area === area} href={eventsHref({ ...recordAndPerson, area })}>
            {say(`areas.${area ?? "all"}`)}
          </Tab>
        ))}
      </Tabs>
      {error && <Trouble title={say("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <TableSkeleton caption={say("title")} columns={columns.map(({ id, ...cellProps }) => cellProps)} rows={8} cards bleed />
      )}
      {!error && data?.entries.length === 0 && <EmptyState kind="nothing-yet" title={say("none")} />}
      {!error && data && data.entries.length > 0 && (
        <Table caption={say("title")} cards bleed busy={isPlaceholderData}>
          <ColumnHeads columns={columns} />
          <TableBody>
            {data.entries.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </TableBody>
        </Table>
      )}
      <NewestOlder
        newest={address.before ? eventsHref({ ...address, before: null }) : null}
        older={data?.next ? eventsHref({ ...address, before: data.next }) : null}
      />
    </div>
  );
}
