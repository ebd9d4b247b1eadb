"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { toastDone } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** This invoice and those that are asked for together with it, with buttons to separate them. */
export function Household({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.household");
  const { data: household } = useSuspenseQuery(useTRPC().invoice.household.queryOptions({ invoiceId: invoice.id }));
  const { leave, dissolve, refused } = useSeparation();
  if (!household) return null;
  const totalCents = household.invoices.reduce((sum, { isOpen, outstandingCents }) => sum + (isOpen ? outstandingCents : 0), 0);
  const isOfOnePayer = household.invoices.every(({ isOfSamePayer }) => isOfSamePayer);
  return (
    <Section
      title={say("title")}
      actions={
        <RequiresRight right="invoices">
          <Button size="sm" busy={leave.isPending && say("busy")} onClick={() => leave.mutate({ invoiceId: invoice.id })}>
            {say("leave")}
          </Button>
          {/* Separating one of two invoices dissolves the household as well. */}
          {household.invoices.length > 2 && (
            <Button size="sm" busy={dissolve.isPending && say("busy")} onClick={() => dissolve.mutate({ invoiceId: invoice.id })}>
              {say("dissolve")}
            </Button>
          )}
        </RequiresRight>
      }
    >
      {refused && <Refusal key={refused.submittedAt} code={failureOf(refused.error).code} />}
      <p className="mb-3 text-sm text-ink-muted">{say(isOfOnePayer ? "what" : "apart", { reference: String(household.leadNumber) })}</p>
      <Table caption={say("title")} flush cards>
        <TableHead>
          <HeadCell>{say("invoice")}</HeadCell>
          <HeadCell>{say("customer")}</HeadCell>
          <HeadCell numeric>{say("outstanding", { currency: invoice.currency })}</HeadCell>
        </TableHead>
        <TableBody>
          {household.invoices.map(({ id, externalInvoiceNumber, customerName, outstandingCents }) => (
            <Row key={id}>
              <Cell card={1} className="wrap-anywhere">
                {id === invoice.id ? (
                  <span className="font-semibold">{externalInvoiceNumber}</span>
                ) : (
                  <Link href={`/invoices/${id}`} prefetch={false}>
                    {externalInvoiceNumber}
                  </Link>
                )}
              </Cell>
              <Cell card={3} className="wrap-anywhere text-ink-muted">
                {customerName}
              </Cell>
              <Cell numeric card={2}>
                <Amount cents={outstandingCents} />
              </Cell>
            </Row>
          ))}
          <Row>
            <Cell card={1} className="font-semibold">
              {say("together")}
            </Cell>
            <Cell card="hide" />
            <Cell numeric card={2}>
              <Total>
                <Amount cents={totalCents} />
              </Total>
            </Cell>
          </Row>
        </TableBody>
      </Table>
    </Section>
  );
}

function useSeparation() {
  const say = useTranslations("invoice.household");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const outcome = { onSuccess: () => toastDone(say("separated")), onSettled: () => queries.invalidateQueries() };
  const leave = useMutation(trpc.invoice.leaveHousehold.mutationOptions(outcome));
  const dissolve = useMutation(trpc.invoice.dissolveHousehold.mutationOptions(outcome));
  const refused = [leave, dissolve].flatMap(({ error, submittedAt }) => (error ? { error, submittedAt } : []))[0];
  return { leave, dissolve, refused };
}
