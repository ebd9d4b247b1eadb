"use client";

import { useTranslations } from "next-intl";
import { LoadingNote, type SkeletonColumn, TableSkeleton } from "@/components/ui/page/skeleton";

/** Columns of the table of members, with their places on a phone's card. */
export function useMemberColumns(): (SkeletonColumn & { id: string })[] {
  const say = useTranslations("settings.members");
  return [
    { id: "person", head: say("person"), card: 1 },
    { id: "role", head: say("role"), card: 4 },
    { id: "companies", head: say("companies"), hideOrder: 3, card: "line" },
    { id: "lastSignedIn", head: say("lastSignedIn"), hideOrder: 3, card: "hide" },
    { id: "status", head: say("status"), card: 3 },
    { id: "acts", head: <span className="sr-only">{say("acts")}</span>, numeric: true, card: 2 },
  ];
}

export function MembersSkeleton() {
  const say = useTranslations("settings.members");
  return (
    <>
      <LoadingNote />
      <TableSkeleton caption={say("title")} columns={useMemberColumns().map(({ id, ...column }) => column)} density="roomy" cards bleed />
    </>
  );
}
