import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

export type EndpointColumn = SkeletonColumn & { id: string };

export function useEndpointColumns(): EndpointColumn[] {
  const say = useTranslations("endpoints.columns");
  return [
    { id: "url", head: say("url"), clip: true, card: 1 },
    { id: "pacing", head: say("pacing"), hideOrder: 3, card: "hide" },
    { id: "state", head: say("state"), card: 3 },
    { id: "owed", head: say("owed"), card: 4 },
    { id: "delivered", head: say("delivered"), hideOrder: 3, card: "line" },
    { id: "acts", head: say("acts"), numeric: true, card: 2 },
  ];
}
