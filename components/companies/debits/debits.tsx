"use client";

import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { MailboxLink } from "@/components/shell/mailbox-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { PageFoot } from "@/components/ui/table/pager";
import { InCountry } from "@/components/ui/text/region";
import type { ListedDebitFile } from "@/server/bank/debit-files/list-debit-files";
import { ComingDays } from "./coming-days";
import { ComingList } from "./coming-list";
import { DebitFile } from "./debit-file";
import { debitFilesQuery, debitsAddress, debitsHref } from "./debits-address";

/** Files for a company's bank that need a person, its planned direct debits, and all other files. */
export function Debits({ companyId }: { companyId: string }) {
  const say = useTranslations("debits");
  const sayOfCompanies = useTranslations("companies");
  const trpc = useTRPC();
  const { data: company } = useSuspenseQuery(trpc.companies.get.queryOptions({ companyId }));
  const { data: coming } = useSuspenseQuery(trpc.debits.coming.queryOptions({ companyId }));
  const [address, setAddress] = useQueryStates(debitsAddress, { history: "push" });
  const { data: refused } = useQuery(trpc.debits.refused.queryOptions({ companyId }));
  const files = useQuery(trpc.debits.files.queryOptions(debitFilesQuery(companyId, address), { placeholderData: keepPreviousData }));
  const entries = files.error ? [] : (files.data?.entries ?? []);
  const isUrgent = ({ id, open, waitingCount, newer, earlier }: ListedDebitFile) =>
    open.length > 0 || waitingCount > 0 || newer !== null || earlier !== null || refused?.refused.some(({ fileId }) => fileId === id);
  const fileOf = (file: ListedDebitFile) => (
    <DebitFile key={file.id} companyId={companyId} file={file} filesPage={files.data?.pageNumber ?? 1} />
  );
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
          {coming.count === 0 && files.data?.totalEntries === 0 && (
            <EmptyState kind="nothing-yet" title={say("nothing.title")}>
              {say("nothing.body")}
            </EmptyState>
          )}
          {coming.count === 0 && files.data?.totalEntries !== 0 && (
            <p className="max-w-prose text-sm text-ink-muted">
              <b className="font-medium text-ink">{say("nothing.title")}.</b> {say("nothing.body")}
            </p>
          )}
          <div className="grid max-w-prose gap-2 empty:hidden">
            {coming.count > 0 && <p className="text-sm text-ink-muted">{say("how")}</p>}
            <MailboxLink />
          </div>
          {files.error && <Trouble title={say("filesFailed")} error={files.error} onRetry={() => void files.refetch()} />}
          {entries.filter(isUrgent).map(fileOf)}
          {coming.accounts.map((account) => (
            // The key resets the ticks when the days or their debits change.
            <ComingDays
              key={`${account.bankAccountId} ${account.days.map(({ collectOn, ready }) => `${collectOn} ${ready.count} ${ready.amountCents}`).join()}`}
              account={account}
            />
          ))}
          {coming.count > 0 && <ComingList coming={coming} />}
          {entries.filter((file) => !isUrgent(file)).map(fileOf)}
          {!files.error && files.data && files.data.totalEntries > files.data.pageSize && (
            <PageFoot
              page={files.data.pageNumber}
              pageSize={files.data.pageSize}
              total={files.data.totalEntries}
              hrefOf={(page) => debitsHref(companyId, { files: page })}
              onPage={(page) => void setAddress({ files: page, file: null, page: 1 })}
            />
          )}
        </Stack>
      </PageBody>
    </InCountry>
  );
}
