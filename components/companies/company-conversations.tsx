import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/conversations/conversation/waiting";
import { writeInboxAddress } from "@/components/conversations/inbox/inbox-address";
import { useTRPC } from "@/components/data/trpc";
import { Section } from "@/components/ui/page/section";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { longestWaiting } from "./company-parts";

/** Conversations whose customers have waited longest for an answer, and a link to all. */
export function CompanyConversations({ company: { id, unansweredCount } }: { company: CompanyDescription }) {
  const say = useTranslations("companies");
  const { data } = useSuspenseQuery(useTRPC().tickets.list.queryOptions(longestWaiting(id)));
  return (
    <Section
      title={say("conversations.title")}
      note={unansweredCount > 0 ? say("number", { count: unansweredCount }) : undefined}
      actions={
        <Link className="text-sm" href={writeInboxAddress("/tickets", { company: id })}>
          {say.rich("openAsList", { what: say("conversations.title"), hidden: (text) => <span className="sr-only">{text}</span> })}
        </Link>
      }
    >
      {data.entries.length === 0 ? (
        <p className="text-sm text-ink-muted">{say("conversations.none")}</p>
      ) : (
        <Table caption={say("conversations.title")} flush cards>
          <TableHead>
            <HeadCell clip>{say("conversations.customer")}</HeadCell>
            <HeadCell clip className="sm:w-[44%]">
              {say("conversations.question")}
            </HeadCell>
            <HeadCell numeric>{say("conversations.waiting")}</HeadCell>
          </TableHead>
          <TableBody>
            {data.entries.map((entry) => (
              <Row key={entry.invoiceId}>
                <Cell clip card={1}>
                  <RowLink href={writeInboxAddress("/tickets", { company: id, invoice: entry.invoiceId })} title={entry.customerName}>
                    {entry.customerName}
                  </RowLink>
                </Cell>
                <Cell clip card="line" className="text-ink-muted sm:w-[44%]">
                  <span lang={entry.locale}>{entry.lastMessage?.snippet}</span>
                </Cell>
                <Cell numeric card={2}>
                  {entry.waitingSince && <Waiting since={entry.waitingSince} />}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}
