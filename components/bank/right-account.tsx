"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/form/button";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useRegion } from "@/components/ui/text/region";
import type { AccountDoubt } from "@/server/domain/banking/csv-layout";
import { formatMoney } from "@/server/domain/formats/money";
import { nameAccount } from "./name-account";
import type { ChosenAccount } from "./send-statement-file";

interface Props {
  doubt: AccountDoubt;
  onConfirmed: (account: ChosenAccount) => Promise<void>;
  onOther: () => void;
}

/** Shows the signs that a file is another account's, and asks whether the chosen account is right. Nothing is stored before the answer. */
export function RightAccount({ doubt: { chosen, currency, otherCurrencies, balance, elsewhere }, onConfirmed, onOther }: Props) {
  const say = useTranslations("bank.csv");
  const region = useRegion();
  const [isBusy, setBusy] = useState(false);
  const money = (cents: number) => formatMoney(cents, currency, region);

  async function confirm() {
    setBusy(true);
    await onConfirmed({ iban: chosen.iban, companyId: chosen.companyId, isSure: true });
    setBusy(false);
  }

  return (
    <div role="alert" className="mt-1 grid gap-3">
      {otherCurrencies.length > 0 && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          <span>{say("doubt.currency", { file: currency, account: otherCurrencies.join(", ") })}</span>
        </Fact>
      )}
      {balance && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          <span>
            {say.rich("doubt.balance", {
              opening: money(balance.openingCents),
              closing: money(balance.closingCents),
              day: () => <FormattedDate day={balance.closingOn} />,
            })}
          </span>
        </Fact>
      )}
      {elsewhere && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          <span>{say("doubt.elsewhere", { rows: elsewhere.rows, account: nameAccount(elsewhere) })}</span>
        </Fact>
      )}
      <p className="wrap-anywhere">{say("doubt.ask", { account: nameAccount(chosen) })}</p>
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy && say("busy")} onClick={() => void confirm()}>
          {say("doubt.this")}
        </Button>
        <Button disabled={isBusy} onClick={onOther}>
          {say("doubt.another")}
        </Button>
      </div>
    </div>
  );
}
