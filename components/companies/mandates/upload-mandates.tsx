"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFailureText } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Cell, type CellLayout, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { TableScroll } from "@/components/ui/table/table-scroll";
import { useBusinessMinute } from "@/components/ui/text/business-clock";
import type { MandateField } from "@/server/billing/mandates/mandate-fields";
import type { RecordedFile } from "@/server/billing/mandates/record-mandate-file";
import { dayAt } from "@/server/domain/formats/calendar";
import { exampleMandateFile } from "@/server/domain/words/example-mandate-file";

type Outcome = { fileName: string } & ({ recorded: RecordedFile } | { code: string; field: string | null });

/** Uploads a CSV file of mandates, and shows how many were recorded, and each refused row with its cells. */
export function UploadMandates({ companyId }: { companyId: string }) {
  const say = useTranslations("mandates.upload");
  const locale = useLocale();
  const now = useBusinessMinute();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function upload(file: File) {
    setBusy(true);
    const sent = await send(companyId, file);
    setBusy(false);
    // When the dialog closes, the focus must not return to this button, where the next Enter would open the file chooser again.
    document.querySelector("main")?.focus({ preventScroll: true });
    setOutcome(sent);
    if (input.current) input.current.value = "";
    await queries.invalidateQueries();
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt"
        className="sr-only"
        tabIndex={-1}
        aria-label={say("file")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void upload(file);
        }}
      />
      <Button busy={isBusy && say("busy")} onClick={() => input.current?.click()}>
        <Upload />
        {say("open")}
      </Button>
      <a
        className={buttonClass({ size: "md", variant: "quiet" })}
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleMandateFile(locale, dayAt(new Date(now))))}`}
        download="mandates.csv"
      >
        <Download />
        {say("example")}
      </a>
      <Dialog wide open={outcome !== undefined} onOpenChange={(open) => !open && setOutcome(undefined)} title={say("title")}>
        {outcome && <b className="text-sm font-medium wrap-anywhere">{outcome.fileName}</b>}
        {outcome &&
          ("recorded" in outcome ? <Recorded recorded={outcome.recorded} /> : <Refused code={outcome.code} field={outcome.field} />)}
      </Dialog>
    </>
  );
}

async function send(companyId: string, file: File): Promise<Outcome> {
  const fileName = file.name;
  try {
    const response = await fetch(`/api/mandates?${new URLSearchParams({ company: companyId })}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
    const answer = await response.json();
    return response.ok ? { fileName, recorded: answer } : { fileName, code: answer.error ?? "internal_error", field: answer.field ?? null };
  } catch {
    return { fileName, code: "not_reached", field: null };
  }
}

function Recorded({ recorded: { recorded, known, extended, ignored, refused } }: { recorded: RecordedFile }) {
  const say = useTranslations("mandates.upload");
  const sayOfMandates = useTranslations("mandates");
  const textOf = useFailureText();
  return (
    <>
      <p role="status" className="text-sm">
        {say("result", { recorded, refused: refused.length })} {extended > 0 && say("extended", { extended })}{" "}
        {known > 0 && say("known", { known })}
      </p>
      {recorded > 0 && <p className="text-sm text-ink-muted">{sayOfMandates("add.counts")}</p>}
      {ignored.length > 0 && (
        <ul className="text-sm">
          {ignored.map(({ line, reference, holder, fields }) => (
            <li key={line} className="wrap-anywhere">
              {say("ofMandate", { line, mandate: nameOf({ reference, holder }) })}{" "}
              {fields.map((name) => sayOfMandates(`fields.${name}`)).join(", ")}: {sayOfMandates("ignored")}
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <TableScroll name={say("refusedRows")}>
          <Table caption={say("refusedRows")} density="slim" flush cards>
            <TableHead>
              <HeadCell numeric {...layouts.line}>
                {say("columns.line")}
              </HeadCell>
              <HeadCell {...layouts.mandate}>{say("columns.mandate")}</HeadCell>
              <HeadCell {...layouts.cell}>{say("columns.column")}</HeadCell>
              <HeadCell {...layouts.value}>{say("columns.value")}</HeadCell>
              <HeadCell {...layouts.reason}>{say("columns.reason")}</HeadCell>
            </TableHead>
            <TableBody>
              {refused.flatMap(({ line, reference, holder, faults, existingReference, differing }) =>
                faults.map(({ field, column, letter, value, code }) => (
                  <Row key={`${line} ${field}`} tall>
                    <Cell numeric {...layouts.line}>
                      <span className="min-[721px]:hidden">{say("columns.line")} </span>
                      {line}
                    </Cell>
                    <Cell {...layouts.mandate} className="wrap-anywhere min-[721px]:min-w-28">
                      {nameOf({ reference, holder })}
                    </Cell>
                    <Cell {...layouts.cell} className="wrap-anywhere min-[721px]:min-w-32">
                      {letter === null ? sayOfMandates(`fields.${field}`) : say("inColumn", { letter, name: column ?? "" })}
                    </Cell>
                    <Cell {...layouts.value} className="wrap-anywhere min-[721px]:min-w-28">
                      {value || "–"}
                    </Cell>
                    <Cell {...layouts.reason} className="whitespace-normal min-[721px]:min-w-48">
                      {textOf(code)} {existingReference !== null && sayOfMandates("existing", { reference: existingReference })}{" "}
                      {differing.length > 0 &&
                        sayOfMandates("differs", { fields: differing.map((name) => sayOfMandates(`fields.${name}`)).join(", ") })}
                    </Cell>
                  </Row>
                )),
              )}
            </TableBody>
          </Table>
        </TableScroll>
      )}
    </>
  );
}

/** Places of the cells of a refused row on a phone's card. */
const layouts = {
  line: { card: 2 },
  mandate: { card: 1 },
  cell: { card: 3 },
  value: { card: 4 },
  reason: { card: "line" },
} as const satisfies Record<string, CellLayout>;

/** Names the mandate of a row by what the row states; a dash if it states neither. */
function nameOf({ reference, holder }: Pick<RecordedFile["refused"][number], "reference" | "holder">): string {
  return [reference, holder].filter(Boolean).join(", ") || "–";
}

/** Why a whole file was refused; `field` names the line, or the fields that have no column. */
function Refused({ code, field }: { code: string; field: string | null }) {
  const say = useTranslations("mandates");
  const missing = code === "mandate_columns_missing" && field ? (field.split(",") as MandateField[]) : [];
  return (
    <>
      <p className="text-sm text-late wrap-anywhere">
        <RefusalText code={code} />
        {code === "mandate_file_not_readable" && field && ` ${say("upload.atLine", { line: field })}`}
        {missing.length > 0 && ` ${say("upload.missing", { columns: missing.map((name) => say(`fields.${name}`)).join(", ") })}`}
      </p>
      <p className="text-sm text-ink-muted">{say("upload.columnsHint")}</p>
    </>
  );
}
