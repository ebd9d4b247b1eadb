"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { bankHref, refundsAddress } from "./bank-address";
import { OwedForm } from "./owed-form";
import { RefundFile } from "./refund-file";

/** Money to give back, and the files for the company's bank. */
export function Refunds() {
  const say = useTranslations("bank.refunds");
  const bank = useTranslations("bank");
  const [{ company }] = useQueryStates(refundsAddress);
  const { payouts } = useTRPC();
  const { data: owed } = useSuspenseQuery(payouts.owed.queryOptions({ companyId: company }));
  const { data: files } = useSuspenseQuery(payouts.list.queryOptions({ companyId: company }));
  const companies = [...new Set(owed.map(({ companyId }) => companyId))];
  return (
    <>
      <PageHead rule title={say("title")} crumbs={[{ label: bank("title"), href: bankHref({ company }) }]} />
      <PageBody className="pt-6">
        <Stack>
          {owed.length === 0 && files.length === 0 && (
            <EmptyState kind="nothing-yet" title={say("nothing.title")}>
              {say("nothing.body")}
            </EmptyState>
          )}
          {companies.map((companyId) => {
            const ofCompany = owed.filter((each) => each.companyId === companyId);
            // If the list of owed money changes, the form starts again.
            return (
              <OwedForm
                key={ofCompany.map(({ id, amountCents }) => `${id} ${amountCents}`).join()}
                companyId={companyId}
                owed={ofCompany}
              />
            );
          })}
          {files.map((payout) => (
            <RefundFile key={payout.id} payout={payout} />
          ))}
        </Stack>
      </PageBody>
    </>
  );
}
