"use client";

import { useTranslations } from "next-intl";
import { LoadingNote, type SkeletonColumn, TableSkeleton } from "@/components/ui/page/skeleton";

/** Columns of the table of the support team, with their places on a phone's card. */
export function useTeamColumns(): (SkeletonColumn & { id: string })[] {
  const say = useTranslations("settings.members");
  const sayOfTeam = useTranslations("settings.team");
  return [
    { id: "person", head: say("person"), card: 1 },
    { id: "role", head: say("role"), card: 4 },
    { id: "sessions", head: sayOfTeam("sessions"), numeric: true, hideOrder: 3, card: "hide" },
    { id: "lastSignedIn", head: say("lastSignedIn"), hideOrder: 3, card: "hide" },
    { id: "status", head: say("status"), card: 3 },
    { id: "acts", head: <span className="sr-only">{say("acts")}</span>, numeric: true, card: 2 },
  ];
}

export function TeamSkeleton() {
  const say = useTranslations("settings.team");
  return (
    <>
      <LoadingNote />
      <TableSkeleton caption={say("title")} columns={useTeamColumns().map(({ id, ...column }) => column)} density="roomy" cards bleed />
    </>
  );
}
