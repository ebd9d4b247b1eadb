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

/** Asks for the roles of a file's columns, shows how the file is read with them, and stores them once a person has confirmed. */
export function CsvQuestionForm({
  file,
  question,
  onRefused,
  onKept,
}: {
  file: File;
  question: CsvQuestion;
  /** Called if the file is refused when it is read with the chosen columns. */
  onRefused: (code: string, refusal: Refusal) => void;
  onKept: () => Promise<void>;
}) {
  const say = useTranslations("bank.csv");
  const textOf = useFailureText();
  const { bank } = useTRPC();
  const [preview, setPreview] = useState<StatementPreview>();
  const [layout, setLayout] = useState(question.layout);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const keep = useMutation(bank.keepLayout.mutationOptions());
  const sheetKey = question.sheet.key;

  /**
   * Shows how the file is read with these columns. Returns the text of a failure that is not about the file, such as a lost connection;
   * undefined otherwise.
   */
  async function showPreview(chosen: CsvLayout) {
    setLayout(chosen);
    const outcome = await sendStatementFile<StatementPreview>(file, { sheet: sheetKey, layout: JSON.stringify(chosen) });
    if ("answer" in outcome) setPreview(outcome.answer);
    else if (outcome.refusal) onRefused(outcome.code, outcome.refusal);
    else return textOf(outcome.code);
    return undefined;
  }

  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      await keep.mutateAsync({ sheet: sheetKey, layout });
      await onKept();
    } catch (error) {
      setProblem(textOf(failureOf(error).code));
    }
    setBusy(false);
  }

  if (preview)
    return (
      <CsvPreview
        preview={preview}
        problem={problem}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onChange={() => setPreview(undefined)}
      />
    );
  return <CsvColumns question={{ ...question, layout }} submit={say("preview.show")} onChosen={showPreview} />;
}

/** Lets the reader correct the confirmed roles of the columns, for later files. */
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
