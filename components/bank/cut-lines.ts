import type { RefusedRows } from "@/server/bank/statements/statement";

interface CutLines {
  columns: number;
  count: number;
  /** Numbers of lines, such as `3, 8`, followed by `…` if the file may have more of them. */
  lines: string;
}

/** Groups rows with a wrong number of columns by that number. */
export function cutLines({ rows, hasMore }: RefusedRows): CutLines[] {
  const groups = [...Map.groupBy(rows, ({ columns }) => columns)];
  return groups.map(([columns, alike], index) => {
    const lines = alike.map(({ line }) => line).join(", ");
    return { columns, count: alike.length, lines: hasMore && index === groups.length - 1 ? `${lines}, …` : lines };
  });
}
