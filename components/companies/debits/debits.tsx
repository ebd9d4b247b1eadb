"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { InCountry } from "@/components/ui/text/region";
import { ComingDays } from "./coming-days";
import { ComingList } from "./coming-list";
import { DebitFile } from "./debit-file";

/** A company's planned direct debits, and the files for its bank. */
export function Debits({ companyId }: { companyId: string }) {
  const say = useTranslations("debits");
  const sayOfCompanies = useTranslations("companies");
  const trpc = useTRPC();
  const { data: company } = useSuspenseQuery(trpc.companies.get.queryOptions({ companyId }));
  const { data: coming } = useSuspenseQuery(trpc.debits.coming.queryOptions({ companyId }));
  const { data: files } = useSuspenseQuery(trpc.debits.files.queryOptions({ companyId }));
  return (
    <InCountry country={company.countryCode}>
      <PageHead
        rule
        title={say("title")}
        crumbs={[
          { label: sayOfCompanies("title"), href: "/companies" },
          { label: company.name, href: `/companies/${companyId}` },
        ]}
      />
      <PageBody className="pt-6">
        <Stack>
          {coming.count === 0 ? (
            <EmptyState kind="nothing-yet" title={say("nothing.title")}>
              {say("nothing.body")}
            </EmptyState>
          ) : (
            <p className="max-w-prose text-sm text-ink-muted">{say("how")}</p>
          )}
          {coming.accounts.map((account) => (
            // The key resets the ticks when the days or their debits change.
            <ComingDays
              key={`${account.bankAccountId} ${account.days.map(({ collectOn, ready }) => `${collectOn} ${ready.count} ${ready.amountCents}`).join()}`}
              account={account}
            />
          ))}
          {coming.count > 0 && <ComingList coming={coming} />}
          {files.map((file) => (
            <DebitFile key={file.id} companyId={companyId} file={file} />
          ))}
        </Stack>
      </PageBody>
    </InCountry>
  );
}
