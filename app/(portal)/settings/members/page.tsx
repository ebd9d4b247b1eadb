import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { InviteButton } from "@/components/settings/invite-button";
import { Members } from "@/components/settings/members";
import { MembersSkeleton } from "@/components/settings/members-skeleton";
import { SettingsPage } from "@/components/settings/settings-page";
import { Words } from "@/components/translations/words";
import { EmptyState } from "@/components/ui/empty-state";
import { hasDevelopmentMailbox } from "@/server/mail/development-mailbox";
import { partnerPerson } from "../../partner-person";
import { getQueryClient, Hydrate, trpc } from "../../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("members.title") };
}

/** Who works for the partner, and what each of them may see. */
export default async function MembersPage() {
  const { id, role } = await partnerPerson();
  if (role !== "administrator") return <NotAllowed role={role} />;
  void getQueryClient().prefetchQuery(trpc.people.list.queryOptions());
  return (
    <Words of={["settings"]}>
      <Hydrate>
        <SettingsPage current="members" role={role} actions={<InviteButton />}>
          <Suspense fallback={<MembersSkeleton />}>
            <Members readerId={id} hasMailbox={hasDevelopmentMailbox()} />
          </Suspense>
        </SettingsPage>
      </Hydrate>
    </Words>
  );
}

async function NotAllowed({ role }: { role: "member" | "support" }) {
  const say = await getTranslations("shell.notAllowed");
  return (
    <SettingsPage current="members" role={role}>
      <EmptyState kind="not-allowed" title={say("title")}>
        {say("body")}
      </EmptyState>
    </SettingsPage>
  );
}
