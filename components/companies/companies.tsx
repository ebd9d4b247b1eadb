"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { ListSearch } from "@/components/shell/list-search";
import type { Reader } from "@/components/shell/reader";
import { useRowKeys } from "@/components/shell/use-row-keys";
import { Button } from "@/components/ui/form/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { ColumnHeads, Table, TableBody } from "@/components/ui/table/table";
import { sharedCurrency } from "@/components/ui/text/shared-currency";
import type { Page } from "@/server/platform/page";
import type { ListedCompany } from "@/server/tenancy/companies/company-figures";
import { companiesAddress, companiesHref, companiesQuery } from "./companies-address";
import { CompanyRow } from "./company-row";
import { CreateCompanyButton } from "./create-company-button";
import { asSkeleton, useCompanyColumns } from "./use-company-columns";

/** Companies that the reader may see, sorted by name. Administrators can create new ones. */
export function Companies({ role }: Pick<Reader, "role">) {
  const say = useTranslations("companies");
  const ui = useTranslations("ui");
  const [address, set] = useQueryStates(companiesAddress, { history: "push" });
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().companies.list.queryOptions(companiesQuery(address), { placeholderData: keepPreviousData }),
  );
  const columns = useCompanyColumns(null);
  const search = (q: string) => void set({ q, page: 1 }, { history: address.q ? "replace" : "push" });
  // If there are no companies, the notice in place of the list has the button to create one.
  const isEmpty = !isPlaceholderData && data?.totalEntries === 0 && address.q === "";
  const createButton = role === "administrator" && <CreateCompanyButton />;

  return (
    <>
      <PageHead
        rule
        title={say("title")}
        search={<ListSearch name={say("search")} placeholder={say("searchBy")} value={address.q} onSearch={search} />}
        actions={!isEmpty && createButton}
      />
      <PageBody>
        <p role="status" className="sr-only">
          {data && !isPlaceholderData && say("found", { count: data.totalEntries })}
        </p>
        {error && <Trouble className="mt-6" title={say("failed")} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <TableSkeleton caption={say("title")} columns={asSkeleton(columns)} rows={8} cards bleed />}
        {isEmpty && (
          <EmptyState kind="nothing-yet" className="mt-6" title={say("nothingYet.title")} action={createButton}>
            {say(role === "administrator" ? "nothingYet.body" : "nothingYet.bodyForMembers")}
          </EmptyState>
        )}
        {data && !isEmpty && data.entries.length === 0 && (
          <EmptyState
            kind="no-match"
            className="mt-6"
            title={say("noMatch.title")}
            action={<Button onClick={() => search("")}>{ui("clearFilters")}</Button>}
          >
            {say("noMatch.body")}
          </EmptyState>
        )}
        {data && data.entries.length > 0 && (
          <Rows
            data={data}
            isBusy={isPlaceholderData}
            hrefOf={(page) => companiesHref({ ...address, page })}
            onPage={(page) => void set({ page })}
          />
        )}
      </PageBody>
    </>
  );
}

interface RowsProps {
  data: Page<ListedCompany>;
  isBusy: boolean;
  hrefOf: (page: number) => string;
  onPage: (page: number) => void;
}

function Rows({ data, isBusy, hrefOf, onPage }: RowsProps) {
  const say = useTranslations("companies");
  const router = useRouter();
  const { entries, pageNumber, pageSize, totalEntries } = data;
  const currency = sharedCurrency(entries);
  const columns = useCompanyColumns(currency);
  const { cursor, focusOf } = useRowKeys({
    keys: entries.map(({ id }) => id),
    onOpen: (id) => router.push(`/companies/${id}`),
  });
  return (
    <>
      <Table caption={say("title")} cards bleed busy={isBusy}>
        <ColumnHeads columns={columns} />
        <TableBody>
          {entries.map((company) => (
            <CompanyRow
              key={company.id}
              company={company}
              columns={columns}
              // A currency that all companies share stands in the head of the columns instead.
              currency={currency ? null : company.currency}
              isCursor={cursor === company.id}
              focus={focusOf(company.id)}
            />
          ))}
        </TableBody>
      </Table>
      <PageFoot page={pageNumber} pageSize={pageSize} total={totalEntries} hrefOf={hrefOf} onPage={onPage} />
    </>
  );
}
