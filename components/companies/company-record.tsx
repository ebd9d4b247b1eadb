"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { CreateImportButton } from "@/components/imports/create-import-button";
import { listHref } from "@/components/invoices/list/list-address";
import type { Reader } from "@/components/shell/reader";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Columns, PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { Figure, Figures } from "@/components/ui/table/figures";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { InCountry } from "@/components/ui/text/region";
import { BankAccounts } from "./bank-accounts/bank-accounts";
import { Matching } from "./bank-accounts/matching";
import { CompanyConversations } from "./company-conversations";
import { CompanyDetails } from "./company-details";
import { CompanyImports } from "./company-imports";
import { CompanyInvoices } from "./company-invoices";
import { CompanySettings } from "./company-settings";
import { CompanyMandates } from "./mandates/company-mandates";

/** One company: its outstanding amount, its newest imports, invoices and conversations, its bank accounts and mandates, and its settings. */
export function CompanyRecord({ companyId, role }: { companyId: string } & Pick<Reader, "role">) {
  const say = useTranslations("companies");
  const { data: company } = useSuspenseQuery(useTRPC().companies.get.queryOptions({ companyId }));
  const { currency, unansweredCount } = company;
  return (
    <InCountry country={company.countryCode}>
      <PageHead
        rule
        title={company.name}
        crumbs={[{ label: say("title"), href: "/companies" }]}
        actions={
          <>
            <CreateImportButton companyId={companyId} />
            {role === "administrator" && (
              <OnDemand
                load={() => import("./edit-company")}
                props={{ company }}
                popup="dialog"
                trigger={
                  <Button>
                    <Pencil />
                    {say("edit.open")}
                  </Button>
                }
              />
            )}
          </>
        }
      />
      <PageBody className="pt-6">
        <Columns>
          <Stack>
            <Figures>
              <Figure label={say("columns.outstandingIn", { currency })} note={say("asOfRefresh")}>
                <Link href={listHref({ company: companyId, fact: "outstanding" })}>
                  <Total>
                    <Amount cents={company.outstandingCents} />
                  </Total>
                </Link>
              </Figure>
              <Figure label={say("columns.unanswered")}>
                <Link href={`/tickets?status=unanswered&company=${companyId}`}>{say("number", { count: unansweredCount })}</Link>
              </Figure>
            </Figures>
            <CompanyImports company={company} />
            <CompanyInvoices company={company} />
            <CompanyConversations company={company} />
          </Stack>
          <Stack>
            <CompanyDetails company={company} />
            <BankAccounts company={company} canEdit={role === "administrator"} />
            {currency === "EUR" && <CompanyMandates companyId={companyId} />}
            <Matching companyId={companyId} canEdit={role === "administrator"} />
            <CompanySettings company={company} canEdit={role === "administrator"} />
          </Stack>
        </Columns>
      </PageBody>
    </InCountry>
  );
}
