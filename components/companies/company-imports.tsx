import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ImportState } from "@/components/imports/import-state";
import { importHref, importsHref } from "@/components/imports/imports-address";
import { Section } from "@/components/ui/page/section";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { newestImports } from "./company-parts";

/** The newest imports, and a link to all. */
export function CompanyImports({ company: { id, currency } }: { company: CompanyDescription }) {
  const say = useTranslations("companies");
  const sayOfImports = useTranslations("imports");
  const { data } = useSuspenseQuery(useTRPC().imports.list.queryOptions(newestImports(id)));
  return (
    <Section
      title={say("imports.title")}
      note={say("number", { count: data.totalEntries })}
      actions={
        data.totalEntries > 0 && (
          <Link className="text-sm" href={importsHref({ company: id })}>
            {say.rich("openAsList", { what: say("imports.title"), hidden: (text) => <span className="sr-only">{text}</span> })}
          </Link>
        )
      }
    >
      {data.totalEntries === 0 ? (
        <p className="text-sm text-ink-muted">{say("imports.none")}</p>
      ) : (
        <Table caption={say("imports.title")} flush cards>
          <TableHead>
            <HeadCell clip className="sm:w-[36%]">
              {sayOfImports("columns.title")}
            </HeadCell>
            <HeadCell>{sayOfImports("columns.state")}</HeadCell>
            <HeadCell hideOrder={3}>{sayOfImports("columns.created")}</HeadCell>
            <HeadCell numeric>{sayOfImports("columns.inCurrency", { name: sayOfImports("columns.outstanding"), currency })}</HeadCell>
          </TableHead>
          <TableBody>
            {data.entries.map((entry) => (
              <Row key={entry.id}>
                <Cell clip card={1} className="sm:w-[36%]">
                  <RowLink href={importHref(entry.id)} title={entry.title}>
                    {entry.title}
                  </RowLink>
                </Cell>
                <Cell card={3}>
                  <ImportState transmittedAt={entry.transmittedAt} />
                </Cell>
                <Cell hideOrder={3} card={4} className="text-ink-muted">
                  <RelativeTime at={entry.createdAt} />
                </Cell>
                <Cell numeric card={2}>
                  {entry.outstandingCents === null ? "–" : <Amount cents={entry.outstandingCents} />}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}
