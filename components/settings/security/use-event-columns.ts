import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

/** Columns of the security log, with their places on a phone's card. */
export function useEventColumns(): (SkeletonColumn & { id: string })[] {
  const say = useTranslations("security");
  return [
    { id: "when", head: say("when"), card: 2 },
    { id: "what", head: say("what"), card: 1 },
    { id: "who", head: say("who"), card: 3 },
    { id: "about", head: say("about"), card: 4 },
    { id: "network", head: say("network"), hideOrder: 2, card: "hide" },
  ];
}
