"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { possibleCurrencies } from "@/server/domain/banking/account-currency";
import { likelyAccount, preambleOf } from "@/server/domain/banking/account-in-preamble";
import type { CsvQuestion, CsvSheet, OfferedAccount } from "@/server/domain/banking/csv-layout";
import { nameAccount } from "./name-account";
import type { ChosenAccount } from "./send-statement-file";

interface Props {
  file: File;
  question: CsvQuestion;
  /** The company selected in the portal. Accounts of others are offered on request. */
  company: string | null;
  onChosen: (account: ChosenAccount) => Promise<void>;
}

/**
 * Asks for the account of a CSV file that does not name it in its rows. If the file names its currency, offers only accounts that may be in
 * it. Selects the account that the file's name or the lines above its table name, or that had such files before; the reader confirms it.
 */
export function WhichAccount({ file, question: { accounts, currency, sheet }, company, onChosen }: Props) {
  const say = useTranslations("bank.csv");
  const fitting = accounts.filter((account) => currency === undefined || possibleCurrencies(account).includes(currency));
  const own = fitting.filter(({ companyId }) => company === null || companyId === company);
  const others = fitting.filter((account) => !own.includes(account));
  // Other accounts are shown at once if none of the company's own accounts can be used yet.
  const [showsOthers, setShowsOthers] = useState(own.every(({ usableFrom }) => usableFrom !== null));
  const [chosen, setChosen] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  useLikelyAccount(file, sheet, fitting, (account) => {
    setChosen((before) => before || keyOf(account));
    if (!own.includes(account)) setShowsOthers(true);
  });
  const shown = showsOthers ? fitting : own;

  async function choose(event: FormEvent) {
    event.preventDefault();
    const account = shown.find((each) => keyOf(each) === chosen);
    setMissing(account === undefined);
    if (!account) return;
    setBusy(true);
    await onChosen({ iban: account.iban, companyId: account.companyId, isSure: false });
    setBusy(false);
  }

  const optionsOf = (offered: OfferedAccount[]) =>
    offered.map((account) => (
      <option key={keyOf(account)} value={keyOf(account)} disabled={account.usableFrom !== null}>
        {nameAccount(account)}
        {account.usableFrom !== null && ` (${say("accounts.waits")})`}
      </option>
    ));
  return (
    <form noValidate onSubmit={(event) => void choose(event)} className="mt-1 grid gap-3">
      <Field
        label={say("account")}
        hint={currency !== undefined && fitting.length < accounts.length && say("accounts.currency", { currency })}
        error={isMissing ? { message: say("accountMissing") } : null}
      >
        <Select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{say("choose")}</option>
          {optionsOf(own)}
          {showsOthers && others.length > 0 && <optgroup label={say("accounts.others")}>{optionsOf(others)}</optgroup>}
        </Select>
      </Field>
      {shown.map(
        (account) =>
          account.usableFrom !== null && (
            <p key={keyOf(account)} className="text-ink-muted wrap-anywhere">
              <WaitingAccount account={account} />
            </p>
          ),
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy && say("busy")}>
          {say("read")}
        </Button>
        <ButtonLink href={company ? `/companies/${company}` : "/companies"}>{say("accounts.add")}</ButtonLink>
        {!showsOthers && others.length > 0 && <Button onClick={() => setShowsOthers(true)}>{say("accounts.others")}</Button>}
      </div>
    </form>
  );
}

/** Number of bytes at the beginning of a file in which its account is sought. */
const BEGINNING_BYTES = 8_192;

/** Calls `onFound` once, with the usable account that the reader probably means (`likelyAccount`), if there is one. */
function useLikelyAccount(file: File, sheet: CsvSheet, accounts: OfferedAccount[], onFound: (account: OfferedAccount) => void): void {
  const latest = useRef({ sheet, accounts, onFound });
  useEffect(() => {
    latest.current = { sheet, accounts, onFound };
  });
  useEffect(() => {
    let isGone = false;
    const find = async () => {
      // A file that was moved or changed since it was chosen can no longer be read; its name still can.
      const beginning = await file
        .slice(0, BEGINNING_BYTES)
        .text()
        .catch(() => "");
      const { sheet: lastSheet, accounts: usable, onFound: found } = latest.current;
      const columns = lastSheet.columns.map(({ name }) => name);
      const texts = [file.name, preambleOf(beginning, columns)];
      const account = likelyAccount(
        texts,
        usable.filter(({ usableFrom }) => usableFrom === null),
      );
      if (account && !isGone) found(account);
    };
    void find();
    return () => {
      isGone = true;
    };
  }, [file]);
}

/** States the time from which a waiting account can be used. */
export function WaitingAccount({ account }: { account: OfferedAccount }) {
  const say = useTranslations("bank.csv.accounts");
  const { usableFrom, companyId } = account;
  return say.rich("pending", {
    account: nameAccount(account),
    when: () => usableFrom !== null && <FormattedDate at={usableFrom} as="moment" />,
    link: (words) => (
      <Link href={`/companies/${companyId}`} prefetch={false}>
        {words}
      </Link>
    ),
  });
}

const keyOf = ({ iban, companyId }: OfferedAccount) => `${iban} ${companyId}`;
