import { useTranslations } from "next-intl";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";
import { Part } from "./part";

/** The account's settings before their data arrives. */
export function AccountSkeleton() {
  const say = useTranslations("settings");
  const sayOfFactors = useTranslations("factors");
  const headOf = (part: "profile" | "password" | "factors" | "appearance" | "sessions") =>
    part === "factors"
      ? { title: sayOfFactors("title"), about: sayOfFactors("about") }
      : { title: say(`${part}.title`), about: say(`${part}.about`) };
  return (
    <>
      <LoadingNote />
      {(["profile", "password", "factors", "appearance", "sessions"] as const).map((part) => (
        <Part key={part} {...headOf(part)}>
          <Skeleton className="w-3/5" />
          <Skeleton className="w-4/5" />
        </Part>
      ))}
    </>
  );
}
