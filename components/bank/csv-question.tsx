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
import { RefusalText } from "./refusal-text";
import { type Refusal, sendStatementFile } from "./send-statement-file";

/** Columns as the reader chose them last, by the key of the sheet, also of files that were refused. */
export type ChosenLayouts = Map<string, CsvLayout>;

/** Asks for the roles of a file's columns, shows how the file is read with them, and stores them once a person has confirmed. */
export function CsvQuestionForm({
  file,
  refusal,
  question,
  layouts,
  onKept,
}: {
  file: File;
  /** Why the file was refused as it was sent. */
  refusal: Refusal;
  question: CsvQuestion;
  /** Keeps the reader's choices for the next file. */
  layouts: ChosenLayouts;
  onKept: () => Promise<void>;
}) {
  const say = useTranslations("bank.csv");
  const textOf = useFailureText();
  const { bank } = useTRPC();
  const [preview, setPreview] = useState<StatementPreview>();
  const [layout, setLayout] = useState(() => lastChosen(layouts, question));
  // The message stands above the columns at first, and below them once the reader has pressed the button there.
  const [isTried, setTried] = useState(false);
  const [newRefusal, setNewRefusal] = useState<Refusal>();
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
    layouts.set(sheetKey, chosen);
    setTried(true);
    const outcome = await sendStatementFile<StatementPreview>(file, { sheet: sheetKey, layout: JSON.stringify(chosen) });
    setNewRefusal("answer" in outcome ? undefined : outcome.refusal);
    if ("answer" in outcome) setPreview(outcome.answer);
    else if (!outcome.refusal) return textOf(outcome.code);
    return undefined;
  }

  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      await keep.mutateAsync({ sheet: sheetKey, layout });
      await onKept();
      // The form is still shown, so the file was refused once more.
      setPreview(undefined);
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
  const told = newRefusal ?? refusal;
  const unknownStates = told.question?.unknownStates ?? [];
  // The question about the words says more than the refusal.
  const text = told.reason !== "unknown_columns" && unknownStates.length === 0 && <RefusalText refusal={told} />;
  return (
    <>
      {!isTried && text}
      <CsvColumns
        question={{ ...question, layout, unknownStates }}
        submit={say("preview.show")}
        refused={isTried && text}
        onChosen={showPreview}
      />
    </>
  );
}

/** Returns the columns that the reader chose last for such a file; otherwise those of the question. */
function lastChosen(layouts: ChosenLayouts, { sheet, layout }: CsvQuestion): CsvLayout {
  const last = layouts.get(sheet.key);
  return last?.roles.length === layout.roles.length ? last : layout;
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
