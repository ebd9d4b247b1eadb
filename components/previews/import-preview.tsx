"use client";

import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { InCountry } from "@/components/ui/text/region";
import { CustomerChoice } from "./customer-choice";
import { customersQuery, previewAddress } from "./preview-address";
import { PreviewDesk } from "./preview-desk";

/** Preview of everything that each customer of an import gets: the mails of the plan, and the customer's page. */
export function ImportPreview({ importId }: { importId: string }) {
  const say = useTranslations("previews");
  const imports = useTranslations("imports");
  const trpc = useTRPC();
  const [{ q, invoice, language }, set] = useQueryStates(previewAddress, { history: "push" });
  const { data: record } = useSuspenseQuery(trpc.imports.get.queryOptions({ importId }));
  const customers = useQuery(trpc.invoices.list.queryOptions(customersQuery(importId, q), { placeholderData: keepPreviousData }));
  const invoiceId = invoice ?? customers.data?.[0]?.id;
  const preview = useQuery(
    trpc.previews.ofInvoice.queryOptions(
      { invoiceId: invoiceId ?? "", locale: language },
      { enabled: invoiceId !== undefined, placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: false },
    ),
  );
  return (
    <InCountry country={record.countryCode}>
      <PageHead
        rule
        title={say("title")}
        crumbs={[
          { label: imports("title"), href: "/imports" },
          { label: record.title, href: `/imports/${importId}` },
        ]}
      />
      <PageBody className="pt-6">
        <PreviewDesk
          of={invoiceId === undefined ? undefined : { invoiceId }}
          preview={preview}
          choice={
            customers.error ? (
              <Trouble bare title={imports("contents.failed")} error={customers.error} onRetry={() => void customers.refetch()} />
            ) : (
              <CustomerChoice
                search={q}
                found={customers.data}
                chosen={invoiceId}
                onSearch={(text) => void set({ q: text }, { history: "replace" })}
                onChoose={(id) => void set({ invoice: id, message: null })}
              />
            )
          }
        />
      </PageBody>
    </InCountry>
  );
}
