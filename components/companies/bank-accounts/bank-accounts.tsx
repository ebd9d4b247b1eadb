"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { BankAccountItem } from "./bank-account-item";

/** The company's own accounts, to which customers transfer. */
export function BankAccounts({ company, canEdit }: { company: CompanyDescription; canEdit: boolean }) {
  const say = useTranslations("bankAccounts");
  const { data: accounts } = useSuspenseQuery(useTRPC().bankAccounts.list.queryOptions({ companyId: company.id }));
  return (
    <Section
      title={say("title")}
      actions={
        canEdit && (
          <OnDemand
            load={() => import("./edit-bank-account")}
            props={{ company }}
            popup="dialog"
            trigger={
              <Button size="sm">
                <Plus />
                {say("add.open")}
              </Button>
            }
          />
        )
      }
    >
      {accounts.length === 0 ? (
        <p className="text-sm text-ink-muted">{say("none")}</p>
      ) : (
        <ul className="grid gap-3">
          {accounts.map((account) => (
            <BankAccountItem key={account.id} account={account} company={company} canEdit={canEdit} />
          ))}
        </ul>
      )}
    </Section>
  );
}
