"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import type { ListedRefundFile } from "@/server/bank/refund-files/list-refund-files";
import { bankHref, refundsAddress } from "./bank-address";
import { OwedTable } from "./owed-table";
import { owedTables } from "./owed-tables";
import { RefundFile } from "./refund-file";

/** Money to give back, and the files for the company's bank. */
export function Refunds() {
  const say = useTranslations("bank.refunds");
  const bank = useTranslations("bank");
  const [{ company }] = useQueryStates(refundsAddress);
  const { payouts } = useTRPC();
  const { data: owed } = useSuspenseQuery(payouts.owed.queryOptions({ companyId: company }));
  const { data: files } = useSuspenseQuery(payouts.list.queryOptions({ companyId: company }));
  return (
    <>
      <PageHead rule title={say("title")} crumbs={[{ label: bank("title"), href: bankHref({ company }) }]} />
      <PageBody className="pt-6">
        <Stack>
          {owed.length === 0 && <NothingOwed files={files} />}
          {owedTables(owed).map((table) => (
            // The key resets the table, with its ticks and typed accounts, when the owed amounts change.
            <OwedTable key={table.owed.map(({ id, amountCents }) => `${id} ${amountCents}`).join()} {...table} />
          ))}
          {files.map((payout) => (
            <RefundFile key={payout.id} payout={payout} />
          ))}
        </Stack>
      </PageBody>
    </>
  );
}

/** Says whether there is nothing to give back, or everything has left, or some of it is still in files. */
function NothingOwed({ files }: { files: ListedRefundFile[] }) {
  const say = useTranslations("bank.refunds");
  const inFiles = files.flatMap(({ items }) => items).filter(({ status }) => status === "ordered").length;
  if (files.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title={say("nothing.title")}>
        {say("nothing.body")}
      </EmptyState>
    );
  }
  return inFiles === 0 ? (
    <EmptyState kind="nothing-yet" icon={CircleCheck} title={say("allLeft.title")}>
      {say("allLeft.body")}
    </EmptyState>
  ) : (
    <EmptyState kind="nothing-yet" title={say("allInFiles.title")}>
      {say("allInFiles.body", { count: inFiles })}
    </EmptyState>
  );
}
