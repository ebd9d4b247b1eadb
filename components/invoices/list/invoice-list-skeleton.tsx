import { useTranslations } from "next-intl";
import { SearchField } from "@/components/ui/form/search-field";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { LoadingNote, TableSkeleton } from "@/components/ui/page/skeleton";
import { columnCells, columnNames } from "./column-cells";

/** The list before its data arrives. */
export function InvoiceListSkeleton() {
  const say = useTranslations("invoices");
  return (
    <>
      <PageHead title={say("title")} search={<SearchField name={say("search")} placeholder={say("searchBy")} shortcut="/" disabled />} />
      <PageBody>
        {/* Space for tabs and filters, which come with the rows. */}
        <div className="h-9 max-sm:h-11" />
        <div className="-mt-px h-13 border-t border-line max-sm:h-15" />
        <InvoiceTableSkeleton />
      </PageBody>
    </>
  );
}

export function InvoiceTableSkeleton() {
  const say = useTranslations("invoices");
  return (
    <>
      <LoadingNote />
      <TableSkeleton
        caption={say("title")}
        columns={columnNames.map((name) => {
          const { sort, className, ...cellProps } = columnCells[name];
          return { ...cellProps, head: name === "select" ? null : say(`column.${name}`) };
        })}
        rows={20}
        cards
        bleed
      />
    </>
  );
}
