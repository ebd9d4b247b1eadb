import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

export type KeyColumn = SkeletonColumn & { id: string };

export function useKeyColumns(): KeyColumn[] {
  const say = useTranslations("developers.columns");
  return [
    { id: "name", head: say("name"), clip: true, card: 1 },
    { id: "key", head: say("key"), card: 4 },
    { id: "state", head: say("state"), card: 3 },
    { id: "used", head: say("used"), card: "line" },
    { id: "created", head: say("created"), hideOrder: 3, card: "hide" },
    { id: "acts", head: say("acts"), numeric: true, card: 2 },
  ];
}
