import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { InviteButton } from "@/components/settings/invite-button";
import { Members } from "@/components/settings/members";
import { MembersSkeleton } from "@/components/settings/members-skeleton";
import { SettingsNotAllowed } from "@/components/settings/settings-not-allowed";
import { SettingsPage } from "@/components/settings/settings-page";
import { Words } from "@/components/translations/words";
import { hasDevelopmentMailbox } from "@/server/platform/mail/development-mailbox";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("members.title") };
}

/** The partner's people and their rights. */
export default async function MembersPage() {
  const { id, role, isSandbox } = await partnerPerson();
  if (role !== "administrator") return <SettingsNotAllowed current="members" role={role} isSandbox={isSandbox} />;
  void getQueryClient().prefetchQuery(trpc.people.list.queryOptions());
  void getQueryClient().prefetchQuery(trpc.people.factorRule.queryOptions());
  void getQueryClient().prefetchQuery(trpc.proposals.rule.queryOptions());
  return (
    <Words of={["settings"]}>
      <Hydrate>
        <SettingsPage current="members" role={role} isSandbox={isSandbox} actions={<InviteButton />}>
          <Suspense fallback={<MembersSkeleton />}>
            <Members readerId={id} hasMailbox={hasDevelopmentMailbox()} />
          </Suspense>
        </SettingsPage>
      </Hydrate>
    </Words>
  );
}
