import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Cell, type CellLayout, HeadCell, Row, Table, TableBody, TableHead, type TableProps } from "@/components/ui/table/table";

/** A placeholder for words or a figure. Appears only after 150 ms. */
export function Skeleton({ className = "w-4/5" }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("skeleton block h-2.5 rounded-sm bg-line forced-colors:bg-[GrayText]", className)} />;
}

export interface SkeletonColumn extends CellLayout {
  head: ReactNode;
}

/** A table before its rows arrive, with the same grid. */
export function TableSkeleton({
  columns,
  rows = 8,
  ...table
}: { columns: SkeletonColumn[]; rows?: number } & Omit<TableProps, "children">) {
  return (
    <Table {...table}>
      <TableHead>
        {columns.map(({ head, ...cellProps }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these columns never move.
          <HeadCell key={index} {...cellProps}>
            {head}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these rows never move.
          <Row key={row} className="hover:bg-transparent">
            {columns.map(({ head: _head, ...cellProps }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: these columns never move.
              <Cell key={column} {...cellProps}>
                {!cellProps.edge && (
                  <Skeleton className={cellProps.numeric || cellProps.money ? "ml-auto w-14" : widths[(row + column) % widths.length]} />
                )}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** Different widths, like those of words. */
const widths = ["w-4/5", "w-3/5", "w-2/3"];

/** Tells screen readers that something is loading. Used beside skeletons, which screen readers ignore. */
export function LoadingNote() {
  const t = useTranslations("ui");
  return (
    <p role="status" className="sr-only">
      {t("loading")}
    </p>
  );
}
