import { useTranslations } from "next-intl";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { LoadingNote, Skeleton, TableSkeleton } from "@/components/ui/page/skeleton";
import { asSkeleton, useImportColumns } from "./use-import-columns";

/** The list of imports before its rows arrive. */
export function ImportsSkeleton() {
  const say = useTranslations("imports");
  const columns = useImportColumns(null);
  return (
    <>
      <PageHead title={say("title")} />
      <PageBody>
        <div className="flex h-9 items-center gap-5 border-b border-line">
          {["all", "no", "yes"].map((tab) => (
            <Skeleton key={tab} className="w-20" />
          ))}
        </div>
        <LoadingNote />
        <TableSkeleton caption={say("title")} columns={asSkeleton(columns)} rows={12} cards bleed />
      </PageBody>
    </>
  );
}
