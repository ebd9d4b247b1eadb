import { clsx } from "clsx";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/form/button-class";
import { ButtonLink } from "@/components/ui/form/button-link";
import { Skeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { exportHref } from "./export-href";
import { PAGE_SIZE } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

interface Props {
  list: ListAddressControl;
  /** Number of rows shown. */
  rows: number;
  /** Number of all matches; undefined until counted, while its space is reserved. */
  total: number | undefined;
}

/** Shows the position of these rows among all matches, and links to the other pages. Screen readers announce changes. */
export function ListFoot({ list: { address, go, hrefOf }, rows, total }: Props) {
  const say = useTranslations("invoices");
  const pages = total === undefined ? 0 : Math.ceil(total / PAGE_SIZE);
  // A full page probably has a next one, so the links to other pages get their space before the matches are counted.
  const mayHavePager = rows === PAGE_SIZE || address.page > 1;
  return (
    <>
      <div role="status" className={clsx("min-h-10", mayHavePager && "max-sm:min-h-24")}>
        {total === undefined && rows > 0 && <Skeleton className="mt-5 w-28" />}
        {total !== undefined && address.page <= pages && (
          <PageFoot
            page={address.page}
            pageSize={PAGE_SIZE}
            total={total}
            hrefOf={(page) => hrefOf({ page })}
            onPage={(page) => go({ page }, { scroll: true })}
          />
        )}
      </div>
      {/* On a phone, these two links do not fit into the page's head. */}
      <div className="mt-2 grid justify-items-start gap-2 sm:hidden">
        {rows > 0 && (
          <a href={exportHref(address)} download className={buttonClass()}>
            <Download />
            {say("exportCsv")}
          </a>
        )}
        <ButtonLink href="/invoices/bulk-actions" variant="quiet" prefetch={false}>
          {say("acts")}
        </ButtonLink>
      </div>
    </>
  );
}
