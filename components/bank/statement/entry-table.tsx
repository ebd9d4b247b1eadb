"use client";

import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { bankHref } from "@/components/bank/bank-address";
import { useBankText } from "@/components/bank/use-bank-text";
import { type RowFocus, useRowKeys } from "@/components/shell/use-row-keys";
import { Skeleton } from "@/components/ui/page/skeleton";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, type CellLayout, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ProposedEntry } from "@/server/bank/entries/list-entries";
import { showsCounted } from "@/server/domain/rules/statement-list";
import { EntryCategory } from "./entry-category";
import { Outcome } from "./outcome";
import type { StatementAddress } from "./statement-address";
import type { EntryColumn } from "./use-entry-columns";
import type { StatementAddressControl } from "./use-statement-address";

interface Props {
  /** Reads and changes the address of this list, which contains its filters. */
  list: StatementAddressControl;
  columns: EntryColumn[];
  entries: ProposedEntry[];
  currency: string;
  /** Sum over all pages of the filtered list; undefined until counted. */
  sum: { count: number; amountCents: number } | undefined;
  /** Whether the rows are old, because new ones are loading. */
  isBusy: boolean;
}

/** Rows of one page, with keyboard navigation. A row leads to its payment at the desk, unless it is withdrawn. */
export function EntryTable({ list, columns, entries, currency, sum, isBusy }: Props) {
  const say = useTranslations("bank.statement");
  const wordText = useBankText();
  const router = useRouter();
  const { payment } = list.address;
  const { cursor, focusOf } = useRowKeys({
    keys: entries.map(({ id }) => id),
    onOpen: (id) => {
      const entry = entries.find((each) => each.id === id);
      const href = entry && deskHref(entry, list.address);
      if (href) router.push(href);
    },
  });
  // The payment that the address names is highlighted, and its row scrolled into view.
  const highlighted = entries.some(({ id }) => id === payment) ? payment : null;
  const highlightedRowId = highlighted && focusOf(highlighted).id;
  useEffect(() => {
    const row = highlightedRowId ? document.getElementById(highlightedRowId) : null;
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [highlightedRowId]);

  return (
    <Table caption={say("table")} cards bleed busy={isBusy}>
      <TableHead>
        {columns.map(({ id, head, ...cellProps }) => (
          <HeadCell key={id} {...cellProps}>
            {head}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {entries.map((entry) => {
          const contents = contentsOf({ ...entry, text: wordText(entry.text) }, list.address, currency, focusOf(entry.id));
          return (
            <Row key={entry.id} selected={entry.id === highlighted} cursor={cursor === entry.id}>
              {columns.map(({ id, head, sort, ...cellProps }) => (
                <Cell
                  key={id}
                  {...cellProps}
                  // Only noted payments have a category. On a phone, the empty cell would leave an empty line.
                  {...(id === "category" && entry.state !== "noted" && { card: "hide" })}
                  {...(id === "text" && layoutOfText(entry, cellProps.className))}
                >
                  {contents[id]}
                </Cell>
              ))}
            </Row>
          );
        })}
      </TableBody>
      <TableFoot>
        <SumRow>
          {columns.map(({ id, head, sort, className, ...cellProps }) => (
            <Cell key={id} {...cellProps} card={placeOfSum[id] ?? "hide"}>
              {id === "name" && (sum ? say("found", { count: sum.count }) : <Skeleton className="w-24" />)}
              {id === "amount" && sum && (
                <Total>
                  <Amount cents={sum.amountCents} className="text-ink" />
                </Total>
              )}
            </Cell>
          ))}
        </SumRow>
      </TableFoot>
    </Table>
  );
}

/**
 * Layout of an entry's text. On a phone it has two lines below the name, so that payments of one name can be told apart. Without a name, the text
 * is all that tells the entry, and has two lines everywhere.
 */
function layoutOfText({ name, text }: ProposedEntry, className = ""): CellLayout & { className: string } {
  if (text === "") return { card: "hide", className };
  return { card: "line", className: clsx(className, "wrap-anywhere", name ? "max-[720px]:whitespace-normal!" : "whitespace-normal!") };
}

/** Places of the sum's cells on a phone, where each row is a card. */
const placeOfSum: Partial<Record<EntryColumn["id"], 1 | 2>> = { name: 1, amount: 2 };

/**
 * Returns the address of the payment at the desk, in its tab there and within the company selected in the portal. Null for a withdrawn
 * payment, which is not there.
 */
function deskHref({ id, state }: ProposedEntry, { company }: StatementAddress): string | null {
  if (state === "withdrawn") return null;
  return bankHref({ tab: state === "new" || state === "waiting" ? "open" : state, company, payment: id });
}

function contentsOf(
  entry: ProposedEntry,
  address: StatementAddress,
  currency: string,
  focus: RowFocus,
): Record<EntryColumn["id"], ReactNode> {
  return {
    day: <FormattedDate day={entry.bookedOn} />,
    name: <Name entry={entry} href={deskHref(entry, address)} focus={focus} />,
    text: (
      <span title={entry.text} className={entry.name ? "max-[720px]:line-clamp-2" : "line-clamp-2"}>
        {entry.text}
      </span>
    ),
    outcome: <Outcome entry={entry} company={address.company} currency={currency} />,
    category: <EntryCategory entry={entry} proposed={entry.proposedCategory} />,
    amount: <Amount cents={showsCounted(address) ? entry.countedCents : entry.amountCents} />,
  };
}

interface NameProps {
  entry: ProposedEntry;
  /** Null: the name is no link. */
  href: string | null;
  focus: RowFocus;
}

function Name({ entry, href, focus }: NameProps) {
  const say = useTranslations("bank");
  const name = entry.name || say("noName");
  if (href === null) {
    return (
      <span tabIndex={-1} title={name} {...focus}>
        {name}
      </span>
    );
  }
  return (
    <RowLink href={href} title={name} {...focus}>
      {name}
    </RowLink>
  );
}
