import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** Contents of the table, for screen readers; `captionShown` shows it to all. */
  caption: string;
  captionShown?: boolean;
  /** normal: rows of 36 pixels. roomy: 44. slim: 30, for side panes and dialogs. */
  density?: "normal" | "roomy" | "slim";
  /** Text starts and ends at the table's own edges, and rows are not highlighted. */
  flush?: boolean;
  /** Rows become cards on a phone; each cell then has a place in `card`. */
  cards?: boolean;
  /** The tint of rows extends past the page's text, for a list that is the page. */
  bleed?: boolean;
  /** The rows are being replaced: they stay, dimmed. */
  busy?: boolean;
}

/** A page of the account book. Roles are explicit because a phone's cards would otherwise lose them. */
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
      {...keeps.table}
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
    <thead {...keeps.rowgroup}>
      <tr {...keeps.row}>{children}</tr>
    </thead>
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...keeps.rowgroup} {...props} />;
}

export function TableFoot(props: ComponentProps<"tfoot">) {
  return <tfoot {...keeps.rowgroup} {...props} />;
}

export interface CellPlace {
  /** Figures: right-aligned, with digits of equal width. */
  numeric?: boolean;
  /** The main column of amounts: a line precedes it. */
  money?: boolean;
  /** Names of any length: cut with an ellipsis on a narrow page. One or two columns per table; `w-[18%]` and the like divide the space. */
  clip?: boolean;
  /** The narrow first column of checkboxes. */
  edge?: boolean;
  /** Order of removal on narrow pages: 1 below 1340 pixels, 2 below 1240, 3 below 1000. */
  drop?: 1 | 2 | 3;
  /** Place on a phone's card: 1 and 2 above, 3 and 4 below (even ones at the right), "line" under all, or hidden. */
  card?: 1 | 2 | 3 | 4 | "line" | "hide";
}

export interface HeadCellProps extends ComponentProps<"th">, CellPlace {
  sort?: "ascending" | "descending" | "none";
}

export function HeadCell({ numeric, money, clip, edge, drop, card, sort, className, ...rest }: HeadCellProps) {
  return (
    <th
      {...keeps.columnheader}
      scope="col"
      aria-sort={sort}
      data-drop={drop}
      data-card={card}
      className={placeClass({ numeric, money, clip, edge }, className)}
      {...rest}
    />
  );
}

export interface RowProps extends ComponentProps<"tr"> {
  selected?: boolean;
  /** The row at the keyboard's cursor. */
  cursor?: boolean;
  /** A cell of the row has several lines: all of its cells begin at the top. */
  tall?: boolean;
}

export function Row({ selected, cursor, tall, ...rest }: RowProps) {
  return (
    <tr
      {...keeps.row}
      aria-selected={selected ? true : undefined}
      data-cursor={cursor ? "" : undefined}
      data-tall={tall ? "" : undefined}
      {...rest}
    />
  );
}

/** The sum of the rows above. Its figure belongs in a Total. */
export function SumRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...keeps.row} className={clsx("sum-row", className)} {...rest} />;
}

export function Cell({ numeric, money, clip, edge, drop, card, className, ...rest }: ComponentProps<"td"> & CellPlace) {
  return (
    <td {...keeps.cell} data-drop={drop} data-card={card} className={placeClass({ numeric, money, clip, edge }, className)} {...rest} />
  );
}

function placeClass({ numeric, money, clip, edge }: CellPlace, className?: string): string | undefined {
  return clsx((numeric || money) && "num", money && "money", clip && "clip", edge && "edge", className) || undefined;
}

/** Roles that some browsers drop when CSS turns rows into cards, so they are explicit. */
const keeps = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
