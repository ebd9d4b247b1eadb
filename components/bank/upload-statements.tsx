"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { useUnsavedGuard } from "@/components/ui/form/use-unsaved-guard";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { StoredFile } from "@/server/bank/statements/store-statement-file";
import { possibleCurrencies } from "@/server/domain/banking/account-currency";
import { groupIban } from "@/server/domain/banking/group-iban";
import { type ChosenLayouts, CsvQuestionForm, OtherColumns } from "./csv-question";
import { FailedDebits } from "./failed-debits";
import { LeftOut } from "./left-out";
import { MATCHING_POLL_MS } from "./matching-poll";
import { RefusalText } from "./refusal-text";
import { RightAccount } from "./right-account";
import { type ChosenAccount, type Refusal, sendStatementFile } from "./send-statement-file";
import { TakenDebitReportNote } from "./taken-debit-report-note";
import { TakenReportNote } from "./taken-report-note";
import { tellMatched } from "./tell-matched";
import { WhichAccount } from "./which-account";

type Outcome = { file: File } & ({ stored: StoredFile } | { code: string; refusal: Refusal | undefined });

/** Uploads bank files one after another, and reports the contents of each. `company`: the company selected in the portal. */
export function UploadStatements({ company }: { company: string | null }) {
  const say = useTranslations("bank.upload");
  const queries = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  // Kept between uploads, because a reader may mend a refused file and upload it again.
  const layouts = useRef<ChosenLayouts>(new Map());

  useUnsavedGuard(isBusy, { withinPortal: false });

  async function upload(files: File[]) {
    setBusy(true);
    const all: Outcome[] = [];
    for (const file of files) all.push(await send(file));
    setBusy(false);
    // When the dialog closes, the focus must not return to this button, where the next Enter would open the file chooser again.
    document.querySelector("main")?.focus({ preventScroll: true });
    setOutcomes(all);
    if (field.current) field.current.value = "";
    await queries.invalidateQueries();
  }

  const replace = (replacedIndex: number, outcome: Outcome) =>
    setOutcomes((now) => now.map((before, index) => (index === replacedIndex ? outcome : before)));

  async function sendAgain(index: number, account?: ChosenAccount) {
    const refused = outcomes[index];
    if (!refused) return;
    replace(index, await send(refused.file, account));
    await queries.invalidateQueries();
  }

  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        accept=".xml,.zip,.sta,.mt940,.940,.txt,.swi,.052,.053,.054,.csv,.tsv"
        className="sr-only"
        tabIndex={-1}
        aria-label={say("files")}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void upload(files);
        }}
      />
      <Button variant="primary" busy={isBusy && say("busy")} onClick={() => field.current?.click()}>
        <Upload />
        {say("open")}
      </Button>
      <Dialog open={outcomes.length > 0} onOpenChange={(open) => !open && setOutcomes([])} title={say("title")}>
        <ul className="grid gap-4">
          {outcomes.map((outcome, index) => (
            // Two files may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index} className="grid gap-1 text-sm">
              <b className="font-medium wrap-anywhere">{outcome.file.name}</b>
              {"stored" in outcome ? (
                <Kept stored={outcome.stored} />
              ) : (
                <Refused
                  outcome={outcome}
                  company={company}
                  layouts={layouts.current}
                  onAnswered={(account) => sendAgain(index, account)}
                  onRefused={(newOutcome) => replace(index, newOutcome)}
                />
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

async function send(file: File, chosen?: ChosenAccount): Promise<Outcome> {
  const account = chosen && { account: chosen.iban, company: chosen.companyId, ...(chosen.isSure && { sure: "1" }) };
  const sent = await sendStatementFile<StoredFile>(file, { ...account });
  return "answer" in sent ? { file, stored: sent.answer } : { file, ...sent };
}

function Kept({ stored: { isRepeated, statements, reports, debitReports, unknownReports, question } }: { stored: StoredFile }) {
  const say = useTranslations("bank.upload");
  const accounts = [...new Set(statements.map(({ iban }) => groupIban(iban)))].join(", ");
  if (isRepeated)
    return (
      <p className="text-ink-muted">
        {say("repeated")} {accounts !== "" && say("storedFor", { accounts })}
      </p>
    );
  return (
    <>
      <ul className="grid gap-1 text-ink-muted">
        {statements.map(({ id, iban, number, entries, newEntries, announced, waitsBecause, leftOut }) => (
          <li key={id}>
            {say(number ? "kept" : "keptUnnumbered", { iban: groupIban(iban), number, entries, newEntries })}
            {newEntries > 0 && !waitsBecause ? <Matched statementId={id} newEntries={newEntries} /> : "."}
            {announced > 0 && ` ${say("announced", { announced })}`}
            {waitsBecause && ` ${say("waits")}`}
            {leftOut && <LeftOut rows={leftOut} />}
          </li>
        ))}
      </ul>
      {reports.map((report) => (
        <TakenReportNote key={`${report.payoutId} ${report.saidAt}`} report={report} />
      ))}
      {debitReports.map((report) => (
        <TakenDebitReportNote key={`${report.debitFileId} ${report.saidAt}`} report={report} />
      ))}
      {unknownReports.map((id) => (
        <p key={id} className="text-ink-muted wrap-anywhere">
          {say("unknownReport", { id })}
        </p>
      ))}
      {question && <OtherColumns question={question} />}
    </>
  );
}

/** End of the sentence about a statement's entries: the outcome of the new entries, once all are matched. */
function Matched({ statementId, newEntries }: { statementId: string; newEntries: number }) {
  const say = useTranslations("bank.upload");
  const { data } = useQuery({
    ...useTRPC().bank.matched.queryOptions({ statementId }),
    refetchInterval: ({ state }) => (state.data?.isMatching ? MATCHING_POLL_MS : false),
  });
  if (!data || data.isMatching) return ".";
  const { text, values } = tellMatched(newEntries, data);
  return (
    <>
      <span role="status">{say(text, values)}</span>
      <FailedDebits debits={data.returnedDebits} count={data.takenBack} />
    </>
  );
}

function Refused({
  outcome: { file, code, refusal },
  company,
  layouts,
  onAnswered,
  onRefused,
}: {
  outcome: Extract<Outcome, { code: string }>;
  company: string | null;
  layouts: ChosenLayouts;
  /** Sends the file again, once the reader has chosen its account or confirmed its columns. */
  onAnswered: (account?: ChosenAccount) => Promise<void>;
  onRefused: (newOutcome: Outcome) => void;
}) {
  const say = useTranslations("bank");
  const textOf = useFailureText();
  if (!refusal) return <p className="text-late">{textOf(code)}</p>;
  const { reason, line, element, found, question, accountCurrency } = refusal;
  const chooseAnother = () => onRefused({ file, code, refusal: { ...refusal, reason: "which_account" } });
  if (question && reason === "which_account")
    return <WhichAccount file={file} question={question} company={company} onChosen={onAnswered} />;
  if (question?.doubt) return <RightAccount doubt={question.doubt} onConfirmed={onAnswered} onOther={chooseAnother} />;
  if (reason === "not_in_currency_of_account") {
    const hasOthers = question?.accounts.some((account) => possibleCurrencies(account).includes(found));
    return (
      <>
        <p className="text-late wrap-anywhere">
          {say("refusals.not_in_currency_of_account", { file: found, account: accountCurrency ?? "" })}{" "}
          <span className="text-ink-muted">{say("upload.currencyPlace", { line, element })}</span>
        </p>
        {hasOthers && (
          <Button className="justify-self-start" onClick={chooseAnother}>
            {say("csv.doubt.another")}
          </Button>
        )}
      </>
    );
  }
  // The reason may be a wrong role of a column: for example, an account's limit was read as its balance.
  if (question) return <CsvQuestionForm file={file} refusal={refusal} question={question} layouts={layouts} onKept={onAnswered} />;
  return <RefusalText refusal={refusal} />;
}
