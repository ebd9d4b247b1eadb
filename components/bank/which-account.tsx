"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import type { CsvQuestion } from "@/server/domain/banking/csv-layout";
import { groupIban } from "@/server/domain/banking/group-iban";

/** Asks for the account of a CSV file that does not name it. */
export function WhichAccount({ question: { accounts }, onChosen }: { question: CsvQuestion; onChosen: (iban: string) => Promise<void> }) {
  const say = useTranslations("bank.csv");
  const [iban, setIban] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  async function choose(event: FormEvent) {
    event.preventDefault();
    setMissing(iban === "");
    if (iban === "") return;
    setBusy(true);
    await onChosen(iban);
    setBusy(false);
  }
  return (
    <form noValidate onSubmit={(event) => void choose(event)} className="mt-1 grid gap-3">
      <Field label={say("account")} error={isMissing ? { message: say("accountMissing") } : null}>
        <Select value={iban} onChange={({ target }) => setIban(target.value)}>
          <option value="">{say("choose")}</option>
          {accounts.map((account) => (
            <option key={account.iban} value={account.iban}>
              {groupIban(account.iban)} {account.companyName}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="primary" busy={isBusy && say("busy")} className="justify-self-start">
        {say("read")}
      </Button>
    </form>
  );
}
