import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { SettingsNotAllowed } from "@/components/settings/settings-not-allowed";
import { SettingsPage } from "@/components/settings/settings-page";
import { InviteColleague } from "@/components/settings/team/invite-colleague";
import { Team } from "@/components/settings/team/team";
import { TeamSkeleton } from "@/components/settings/team/team-skeleton";
import { Words } from "@/components/translations/words";
import { signedInPerson } from "@/server/auth/auth";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("team.title") };
}

/** The support team, for its leads. */
export default async function TeamPage() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in?callbackUrl=/settings/team");
  const { id, role, isSandbox, leadsSupport } = person;
  if (!leadsSupport) return <SettingsNotAllowed current="team" role={role} isSandbox={isSandbox} />;
  void getQueryClient().prefetchQuery(trpc.team.list.queryOptions());
  return (
    <Words of={["settings"]}>
      <Hydrate>
        <SettingsPage current="team" role={role} isSandbox={isSandbox} leadsSupport actions={<InviteColleague />}>
          <Suspense fallback={<TeamSkeleton />}>
            <Team readerId={id} />
          </Suspense>
        </SettingsPage>
      </Hydrate>
    </Words>
  );
}
