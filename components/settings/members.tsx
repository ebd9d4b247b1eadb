"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ColumnHeads, Table, TableBody } from "@/components/ui/table/table";
import { FactorRule } from "./factor-rule";
import { MemberRow } from "./member-row";
import { useMemberColumns } from "./members-skeleton";
import { SecondPersonRule } from "./second-person-rule";

/** A partner's members and the rules for them. `hasMailbox`: whether the service shows mails on a page instead of sending them. */
export function Members({ readerId, hasMailbox }: { readerId: string; hasMailbox: boolean }) {
  const say = useTranslations("settings.members");
  const trpc = useTRPC();
  const columns = useMemberColumns();
  const { data: members } = useSuspenseQuery(trpc.people.list.queryOptions());
  const { data: companies = [] } = useQuery(trpc.companies.names.queryOptions());
  const names = new Map(companies.map(({ id, name }) => [id, name]));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table caption={say("title")} density="roomy" cards bleed>
        <ColumnHeads columns={columns} />
        <TableBody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} names={names} isReader={member.id === readerId} />
          ))}
        </TableBody>
      </Table>
      <FactorRule />
      <SecondPersonRule />
      {hasMailbox && (
        <p className="text-sm text-ink-muted">
          {say.rich("mailbox", {
            link: (words) => (
              <Link href="/mailbox" prefetch={false}>
                {words}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  );
}
