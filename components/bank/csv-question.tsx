"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import type { StatementPreview } from "@/server/bank/statements/preview-statement-file";
import type { CsvLayout, CsvQuestion } from "@/server/domain/banking/csv-layout";
import { CsvColumns } from "./csv-columns";
import { CsvPreview } from "./csv-preview";
import { type Refusal, sendStatementFile } from "./send-statement-file";

/** Asks for the columns of a file, shows how they are read, and keeps them once a person has confirmed. */
export function CsvQuestionForm({
  file,
  question,
  onRefused,
  onKept,
}: {
  file: File;
  question: CsvQuestion;
  /** The file is refused with the chosen columns. */
  onRefused: (code: string, refusal: Refusal) => void;
  onKept: () => Promise<void>;
}) {
  const say = useTranslations("bank.csv");
  const textOf = useFailureText();
  const { bank } = useTRPC();
  const [shown, setShown] = useState<StatementPreview>();
  const [layout, setLayout] = useState(question.layout);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const keep = useMutation(bank.keepLayout.mutationOptions());
  const sheet = question.sheet.key;

  async function show(chosen: CsvLayout) {
    setLayout(chosen);
    const answer = await sendStatementFile<StatementPreview>(file, { sheet, layout: JSON.stringify(chosen) });
    if ("answer" in answer) setShown(answer.answer);
    else if (answer.refusal) onRefused(answer.code, answer.refusal);
    else return textOf(answer.code);
    return undefined;
  }

  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      await keep.mutateAsync({ sheet, layout });
      await onKept();
    } catch (error) {
      setProblem(textOf(failureOf(error).code));
    }
    setBusy(false);
  }

  if (shown)
    return (
      <CsvPreview preview={shown} problem={problem} isBusy={isBusy} onConfirm={() => void confirm()} onChange={() => setShown(undefined)} />
    );
  return <CsvColumns question={{ ...question, layout }} submit={say("preview.show")} onChosen={show} />;
}

/** Lets the reader correct the confirmed columns for later files. */
export function OtherColumns({ question }: { question: CsvQuestion }) {
  const say = useTranslations("bank.csv");
  const textOf = useFailureText();
  const { bank } = useTRPC();
  const [isKept, setKept] = useState(false);
  const keep = useMutation(bank.keepLayout.mutationOptions());
  if (isKept) return <p role="status">{say("kept")}</p>;
  return (
    <details>
      <summary className="cursor-pointer">{say("others")}</summary>
      <CsvColumns
        question={question}
        submit={say("keep")}
        onChosen={async (layout) => {
          try {
            await keep.mutateAsync({ sheet: question.sheet.key, layout });
            setKept(true);
            return undefined;
          } catch (error) {
            return textOf(failureOf(error).code);
          }
        }}
      />
    </details>
  );
}
