import { useTranslations } from "next-intl";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { LoadingNote, TableSkeleton } from "@/components/ui/page/skeleton";
import { asSkeleton, useCompanyColumns } from "./use-company-columns";

/** The list before its rows arrive. */
export function CompaniesSkeleton() {
  const say = useTranslations("companies");
  const columns = useCompanyColumns(null);
  return (
    <>
      <PageHead title={say("title")} rule />
      <PageBody>
        <LoadingNote />
        <TableSkeleton caption={say("title")} columns={asSkeleton(columns)} rows={8} cards bleed />
      </PageBody>
    </>
  );
}
