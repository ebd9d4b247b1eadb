"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ColumnHeads, Table, TableBody } from "@/components/ui/table/table";
import { TeamRow } from "./team-row";
import { useTeamColumns } from "./team-skeleton";

/** The people of the support team, for its leads. */
export function Team({ readerId }: { readerId: string }) {
  const say = useTranslations("settings.team");
  const trpc = useTRPC();
  const columns = useTeamColumns();
  const { data: supporters } = useSuspenseQuery(trpc.team.list.queryOptions());
  return (
    <Table caption={say("title")} density="roomy" cards bleed>
      <ColumnHeads columns={columns} />
      <TableBody>
        {supporters.map((supporter) => (
          <TeamRow key={supporter.id} supporter={supporter} isReader={supporter.id === readerId} />
        ))}
      </TableBody>
    </Table>
  );
}
