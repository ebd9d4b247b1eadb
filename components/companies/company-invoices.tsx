import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { InvoiceState } from "@/components/invoices/list/invoice-state";
import { invoiceHref, listHref } from "@/components/invoices/list/list-address";
import { Section } from "@/components/ui/page/section";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { newestInvoices } from "./company-parts";

/** The newest invoices, and a link to all. */
export function CompanyInvoices({ company: { id, currency } }: { company: CompanyDescription }) {
  const say = useTranslations("companies");
  const sayOfColumns = useTranslations("invoices.column");
  const { data: invoices } = useSuspenseQuery(useTRPC().invoices.list.queryOptions(newestInvoices(id)));
  return (
    <Section
      title={say("invoices.title")}
      note={say("invoices.newest")}
      actions={
        invoices.length > 0 && (
          <Link className="text-sm" href={listHref({ company: id })}>
            {say.rich("openAsList", { what: say("invoices.title"), hidden: (text) => <span className="sr-only">{text}</span> })}
          </Link>
        )
      }
    >
      {invoices.length === 0 ? (
        <p className="text-sm text-ink-muted">{say("invoices.none")}</p>
      ) : (
        <Table caption={say("invoices.title")} flush cards>
          <TableHead>
            <HeadCell>{sayOfColumns("number")}</HeadCell>
            <HeadCell clip className="sm:w-[36%]">
              {sayOfColumns("customer")}
            </HeadCell>
            <HeadCell>{sayOfColumns("state")}</HeadCell>
            <HeadCell numeric>{sayOfColumns("inCurrency", { name: sayOfColumns("outstanding"), currency })}</HeadCell>
          </TableHead>
          <TableBody>
            {invoices.map((invoice) => (
              <Row key={invoice.id}>
                <Cell card={4} className="text-ink-muted">
                  {invoice.invoiceNumber}
                </Cell>
                <Cell clip card={1} className="sm:w-[36%]">
                  <RowLink href={invoiceHref(invoice.id, { company: id })} title={invoice.customerName}>
                    {invoice.customerName}
                  </RowLink>
                </Cell>
                <Cell card={3}>
                  <InvoiceState of={invoice} />
                </Cell>
                <Cell numeric card={2}>
                  <Amount cents={invoice.outstandingCents} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}
