"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/form/button";
import type { LeftOutRows } from "@/server/domain/banking/left-out-rows";

/** Number of rows shown before the reader asks for more. */
const FEW = 3;

/** Rows of a file: at first three, and on request all that the server sent. `heading`: id of the heading that names them. */
export function FileRows({ heading, count, rows }: { heading: string; count: number; rows: ReactNode[] }) {
  const say = useTranslations("bank.csv.preview");
  const [isOpen, setOpen] = useState(false);
  if (count === 0) return null;
  // The server sends only the first rows of a long file.
  const isCut = rows.length < count;
  const openLabel = isCut ? "first" : "all";
  const shown = isOpen ? rows : rows.slice(0, FEW);
  return (
    <>
      <ul className="mt-1 border-t border-line">{shown}</ul>
      {rows.length > FEW && (
        <Button size="sm" className="mt-2" aria-expanded={isOpen} aria-describedby={heading} onClick={() => setOpen(!isOpen)}>
          {say(isOpen ? "few" : openLabel, { count, shown: rows.length })}
        </Button>
      )}
      {rows.length <= FEW && isCut && <p className="mt-1 text-ink-faint">…</p>}
    </>
  );
}

/** Rows of the file that are not entries: their number, and the first ones. */
export function LeftOut({ rows: { count, refused = 0, samples } }: { rows: LeftOutRows }) {
  const say = useTranslations("bank.csv.preview");
  const heading = useId();
  return (
    <section className="mt-1 min-w-0">
      <h3 id={heading} className="font-semibold text-ink">
        {say("leftOut", { count })}
      </h3>
      {refused > 0 && <p className="text-ink-muted">{say("refused", { refused })}</p>}
      {refused < count && <p className="text-ink-muted">{say("why")}</p>}
      <FileRows
        heading={heading}
        count={count}
        rows={samples.map(({ line, text }) => (
          <li key={line} className="border-b border-line py-1.5 wrap-anywhere text-ink-muted">
            {say("line", { line, text })}
          </li>
        ))}
      />
    </section>
  );
}
