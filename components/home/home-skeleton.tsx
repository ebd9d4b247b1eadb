import { useTranslations } from "next-intl";
import { PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";

/** The page before its figures arrive, with the same layout. */
export function HomeSkeleton() {
  const say = useTranslations("home");
  return (
    <>
      <PageHead
        title={
          <>
            <span className="sr-only">{say("title")}</span>
            <Skeleton className="h-5 w-56" />
          </>
        }
      />
      <PageBody>
        <LoadingNote />
        <Stack>
          <div className="flex flex-wrap gap-x-16 gap-y-4 pb-2">
            {["w-40", "w-36", "w-38"].map((width) => (
              <div key={width} className="grid h-24 content-between py-1">
                <Skeleton className="w-24" />
                <Skeleton className={`h-6 ${width}`} />
                <Skeleton className="w-32" />
              </div>
            ))}
          </div>
          <div className="grid items-start gap-12 min-[1181px]:grid-cols-[25rem_minmax(0,1fr)] max-[1180px]:gap-8">
            <Skeleton className="h-32 w-full" />
            <Skeleton className="h-72 w-full" />
          </div>
          <Skeleton className="h-56 w-full" />
        </Stack>
      </PageBody>
    </>
  );
}
