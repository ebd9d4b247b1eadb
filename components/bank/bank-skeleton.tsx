import { useTranslations } from "next-intl";
import { PageHead } from "@/components/ui/page/page-head";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";

/** The bank desk before its data arrives. */
export function BankSkeleton() {
  const say = useTranslations("bank");
  return (
    <>
      <PageHead title={say("title")} />
      <div className="flex h-9 items-center gap-5 border-b border-line px-6 max-lg:px-4">
        <Skeleton className="w-20" />
        <Skeleton className="w-16" />
        <Skeleton className="w-16" />
      </div>
      <div className="grid max-w-88 gap-8 px-4 py-5">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="w-4/5" />
        ))}
      </div>
      <LoadingNote />
    </>
  );
}
