"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { ListedSeasonFile } from "@/server/seasons/find-season";
import { Part } from "../part";

const PAGE_SIZE = 20;

/** Files of a season by day, the newest first, each as a download. */
export function SeasonFiles() {
  const say = useTranslations("settings.season");
  const [pageNumber, setPageNumber] = useState(1);
  const { data: page } = useQuery(useTRPC().sandbox.seasonFiles.queryOptions({ pageNumber, pageSize: PAGE_SIZE }));
  if (!page) return null;
  const days = Map.groupBy(page.entries, ({ day }) => day);
  const hasOlder = pageNumber * PAGE_SIZE < page.totalEntries;
  return (
    <Part title={say("files")} about={say("filesAbout")}>
      {days.size === 0 && <p className="text-sm text-ink-muted">{say("noFiles")}</p>}
      <ol className="grid gap-3">
        {[...days].map(([day, files]) => (
          <li key={day} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 border-t border-line pt-2 text-sm max-sm:grid-cols-1">
            <FormattedDate day={day} as="date" className="text-ink-muted" />
            <ul className="grid gap-1">
              {files.map((file) => (
                <File key={file.id} file={file} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {(pageNumber > 1 || hasOlder) && (
        <div className="flex gap-2">
          <Button size="sm" disabled={pageNumber === 1} onClick={() => setPageNumber(pageNumber - 1)}>
            {say("newer")}
          </Button>
          <Button size="sm" disabled={!hasOlder} onClick={() => setPageNumber(pageNumber + 1)}>
            {say("older")}
          </Button>
        </div>
      )}
    </Part>
  );
}

function File({ file: { id, kind, name, refusal, iban, companyName } }: { file: ListedSeasonFile }) {
  const say = useTranslations("settings.season");
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 flex-1">
        {say(`kinds.${kind}`)}
        {iban && (
          <span className="block text-xs text-ink-muted wrap-anywhere">{[companyName, groupIban(iban)].filter(Boolean).join(" · ")}</span>
        )}
        {refusal && <span className="block text-xs text-ink-muted wrap-anywhere">{say("refused", { refusal })}</span>}
      </span>
      <a
        className={buttonClass({ size: "sm" })}
        href={`/api/export/season-file?file=${id}`}
        download
        aria-label={say("downloadFile", { name })}
        title={name}
      >
        <Download />
        {say("download")}
      </a>
    </li>
  );
}
