"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { SavedCheckbox } from "@/components/settings/saved-checkbox";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { groupIban } from "@/server/domain/banking/group-iban";

/** The company's setting for matching payments on bank statements with invoices, and the known payers. */
export function Matching({ companyId, canEdit }: { companyId: string; canEdit: boolean }) {
  const say = useTranslations("bankAccounts.matching");
  const { bank } = useTRPC();
  const { data: settings } = useSuspenseQuery(bank.settings.queryOptions({ companyId }));
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(bank.settings.queryFilter({ companyId }));
  const update = useMutation(bank.updateSettings.mutationOptions({ onSettled: refresh }));
  return (
    <Section title={say("title")}>
      {canEdit ? (
        <SavedCheckbox
          isOn={settings.booksClearMatches}
          save={(booksClearMatches) => update.mutateAsync({ companyId, booksClearMatches })}
          label={say("clear")}
          hint={say("clearHint")}
        />
      ) : (
        <p className="text-sm text-ink-muted">{say(settings.booksClearMatches ? "clearIsOn" : "clearIsOff")}</p>
      )}
      <KnownPayers companyId={companyId} />
    </Section>
  );
}

/** Bank accounts from which a customer's invoices were paid, so that later payments match. The reader can make the service forget one. */
function KnownPayers({ companyId }: { companyId: string }) {
  const say = useTranslations("bankAccounts.matching");
  const textOf = useFailureText();
  const mayForget = useMay("money");
  const queries = useQueryClient();
  const { bank } = useTRPC();
  const { data: payers } = useSuspenseQuery(bank.knownPayers.queryOptions({ companyId }));
  const forget = useMutation(
    bank.forgetPayer.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(bank.knownPayers.queryFilter());
        toastDone(say("forgotten"));
      },
      onError: (error) => void toastFailed(textOf(failureOf(error).code)),
    }),
  );
  if (payers.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">{say("payers", { count: payers.length })}</summary>
      <ul className="mt-2 grid gap-1">
        {payers.map(({ iban, customer, customerName, invoiceId }) => (
          <li key={`${iban} ${customer}`} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <Link href={`/invoices/${invoiceId}`} prefetch={false}>
                {customerName}
              </Link>
              <span className="block text-xs text-ink-muted">{groupIban(iban)}</span>
            </span>
            {mayForget && (
              <Button
                size="sm"
                aria-label={say("forgetOf", { name: customerName, iban: groupIban(iban) })}
                onClick={() => forget.mutate({ companyId, iban, customer })}
              >
                {say("forget")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
