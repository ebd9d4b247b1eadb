import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

/** Columns of the log of requests, with their places on a phone's card. */
export function useRequestColumns(): (SkeletonColumn & { id: string })[] {
  const say = useTranslations("requests.columns");
  return [
    { id: "when", head: say("when"), card: 2 },
    { id: "request", head: say("request"), card: 1 },
    { id: "answer", head: say("answer"), card: 3 },
    { id: "duration", head: say("duration"), numeric: true, hideOrder: 3, card: "hide" },
    { id: "key", head: say("key"), hideOrder: 2, card: 4 },
    { id: "requestId", head: say("requestId"), hideOrder: 1, card: "line" },
  ];
}
