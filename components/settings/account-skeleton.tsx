import { useTranslations } from "next-intl";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";
import { Part } from "./part";

/** The account's settings before they are known. */
export function AccountSkeleton() {
  const say = useTranslations("settings");
  return (
    <>
      <LoadingNote />
      {(["profile", "password", "appearance", "sessions"] as const).map((part) => (
        <Part key={part} title={say(`${part}.title`)} about={say(`${part}.about`)}>
          <Skeleton className="w-3/5" />
          <Skeleton className="w-4/5" />
        </Part>
      ))}
    </>
  );
}
