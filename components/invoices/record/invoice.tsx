"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { Conversation } from "@/components/conversations/conversation/conversation";
import { useTRPC } from "@/components/data/trpc";
import { InvoiceState, PaymentFact } from "@/components/invoices/list/invoice-state";
import type { Reader } from "@/components/shell/reader";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Columns, PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { InCountry } from "@/components/ui/text/region";
import { AccountEquation } from "./account-equation";
import { AtDesk } from "./at-desk";
import { Held } from "./held";
import { Household } from "./household";
import { Instalments } from "./instalments";
import { InvoiceActions } from "./invoice-actions";
import { InvoiceTimeline, InvoiceTimelineSkeleton } from "./invoice-timeline";
import { Lines } from "./lines";
import { Money } from "./money";
import { NotAsked } from "./not-asked";
import { PayBy } from "./pay-by";
import { Proposed } from "./proposed";
import { Recipient } from "./recipient";
import { RepeatableDebit } from "./repeatable-debit";
import { Retraction } from "./retraction";
import { Undebited } from "./undebited";

/** One invoice. Left: its account, payments and conversation. Right: its recipient and its events. */
export function Invoice({ invoiceId, role }: { invoiceId: string } & Pick<Reader, "role">) {
  const say = useTranslations("invoice");
  const { data: invoice } = useSuspenseQuery(useTRPC().invoice.get.queryOptions({ invoiceId }));
  return (
    <InCountry country={invoice.companyCountryCode}>
      <PageHead
        rule
        title={invoice.customerName}
        number={invoice.invoiceNumber}
        crumbs={[
          { label: say("invoices"), href: "/invoices" },
          { label: invoice.companyName, href: `/companies/${invoice.companyId}` },
        ]}
        beside={
          <>
            <CopyButton value={String(invoice.invoiceNumber)} name={say("number")} />
            <InvoiceState of={invoice} />
            <PaymentFact of={{ ...invoice, ...invoice.account }} now={invoice.now} />
          </>
        }
        actions={<InvoiceActions invoice={invoice} />}
      />
      <PageBody className="pt-6">
        <Columns>
          <Stack>
            <AccountEquation invoice={invoice} />
            <Suspense fallback={null}>
              <PayBy invoice={invoice} />
            </Suspense>
            {invoice.retractedAt && <Retraction invoice={invoice} />}
            {!invoice.retractedAt && invoice.hold && <Held invoice={invoice} hold={invoice.hold} />}
            {invoice.atDesk && <AtDesk payment={invoice.atDesk} now={invoice.now} countryCode={invoice.companyCountryCode} role={role} />}
            {invoice.isNotAsked && !invoice.hold && <NotAsked invoice={invoice} />}
            <Lines invoice={invoice} />
            <Suspense fallback={null}>
              <RepeatableDebit invoice={invoice} />
              <Undebited invoice={invoice} />
              <Proposed invoice={invoice} />
              <Instalments invoice={invoice} />
              <Household invoice={invoice} />
              <Money invoice={invoice} />
            </Suspense>
            <Conversation invoiceId={invoiceId} />
          </Stack>
          <Stack>
            <Recipient invoice={invoice} />
            <Suspense fallback={<InvoiceTimelineSkeleton />}>
              <InvoiceTimeline invoice={invoice} role={role} />
            </Suspense>
          </Stack>
        </Columns>
      </PageBody>
    </InCountry>
  );
}
