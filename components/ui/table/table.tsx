import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** Description of the table for screen readers; `captionShown` shows it to everybody. */
  caption: string;
  captionShown?: boolean;
  /** Height of rows in pixels: normal 36, roomy 44, slim 30 (for side panes and dialogs). */
  density?: "normal" | "roomy" | "slim";
  /** Whether text starts and ends at the table's edges. Rows under the pointer are then not highlighted. */
  flush?: boolean;
  /** Whether rows become cards on a phone. Each cell then needs a place in `card`. */
  cards?: boolean;
  /** Whether the background of rows extends past the page's text on both sides, for a list that fills the page. */
  bleed?: boolean;
  /** Whether the rows are being replaced: they stay, dimmed. */
  busy?: boolean;
}

/** A table of records or amounts. */
export function Table({
  caption,
  captionShown = false,
  density = "normal",
  flush,
  cards,
  bleed,
  busy,
  className,
  children,
  ...rest
}: TableProps) {
  return (
    <table
      {...explicitRole.table}
      className={clsx("ledger", className)}
      data-density={density}
      data-flush={flush ? "" : undefined}
      data-cards={cards ? "" : undefined}
      data-bleed={bleed ? "" : undefined}
      aria-busy={busy ? true : undefined}
      {...rest}
    >
      <caption className={captionShown ? "pb-2 text-left font-semibold" : "sr-only"}>{caption}</caption>
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...explicitRole.rowgroup}>
      <tr {...explicitRole.row}>{children}</tr>
    </thead>
  );
}

/** Column of a list, with the same layout in its head and in each row. */
export interface ListColumn extends CellLayout {
  id: string;
  head: ReactNode;
}

/** The head of a list: one cell for each column. */
export function ColumnHeads({ columns }: { columns: readonly ListColumn[] }) {
  return (
    <TableHead>
      {columns.map(({ id, head, numeric, money, clip, edge, hideOrder, card }) => (
        <HeadCell key={id} {...{ numeric, money, clip, edge, hideOrder, card }}>
          {head}
        </HeadCell>
      ))}
    </TableHead>
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...explicitRole.rowgroup} {...props} />;
}

export function TableFoot(props: ComponentProps<"tfoot">) {
  return <tfoot {...explicitRole.rowgroup} {...props} />;
}

export interface CellLayout {
  /** Figures: right-aligned, with digits of equal width. */
  numeric?: boolean;
  /** The main column of amounts, which is preceded by a line. */
  money?: boolean;
  /**
   * Names of any length, cut with an ellipsis on a narrow page. For one or two columns per table; widths such as `w-[18%]` divide the
   * space.
   */
  clip?: boolean;
  /** The narrow first column of checkboxes. */
  edge?: boolean;
  /** Order in which columns are hidden on narrow pages: 1 below 1340 pixels, 2 below 1240, 3 below 1000. */
  hideOrder?: 1 | 2 | 3;
  /**
   * Place on a phone's card: 1 and 2 at the top, 3 and 4 below them (even numbers on the right), "line" at the bottom across the card, or
   * hidden.
   */
  card?: 1 | 2 | 3 | 4 | "line" | "hide";
}

export interface HeadCellProps extends ComponentProps<"th">, CellLayout {
  sort?: "ascending" | "descending" | "none";
}

export function HeadCell({ numeric, money, clip, edge, hideOrder, card, sort, className, ...rest }: HeadCellProps) {
  return (
    <th
      {...explicitRole.columnheader}
      scope="col"
      aria-sort={sort}
      data-hide-order={hideOrder}
      data-card={card}
      className={layoutClass({ numeric, money, clip, edge }, className)}
      {...rest}
    />
  );
}

export interface RowProps extends ComponentProps<"tr"> {
  selected?: boolean;
  /** Whether the row is at the keyboard's cursor. */
  cursor?: boolean;
  /** Whether a cell has several lines: then all cells of the row are aligned at the top. */
  tall?: boolean;
}

export function Row({ selected, cursor, tall, ...rest }: RowProps) {
  return (
    <tr
      {...explicitRole.row}
      aria-selected={selected ? true : undefined}
      data-cursor={cursor ? "" : undefined}
      data-tall={tall ? "" : undefined}
      {...rest}
    />
  );
}

/** The sum of the rows above. Wrap its figure in a Total. */
export function SumRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...explicitRole.row} className={clsx("sum-row", className)} {...rest} />;
}

export function Cell({ numeric, money, clip, edge, hideOrder, card, className, ...rest }: ComponentProps<"td"> & CellLayout) {
  return (
    <td
      {...explicitRole.cell}
      data-hide-order={hideOrder}
      data-card={card}
      className={layoutClass({ numeric, money, clip, edge }, className)}
      {...rest}
    />
  );
}

function layoutClass({ numeric, money, clip, edge }: CellLayout, className?: string): string | undefined {
  return clsx((numeric || money) && "num", money && "money", clip && "clip", edge && "edge", className) || undefined;
}

/** Explicit roles, because some browsers drop the implicit ones when CSS turns rows into cards. */
const explicitRole = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
