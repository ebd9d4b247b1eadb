import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { Events } from "@/components/settings/security/events";
import { eventsQuery, loadEventsAddress } from "@/components/settings/security/events-address";
import { SettingsNotAllowed } from "@/components/settings/settings-not-allowed";
import { SettingsPage } from "@/components/settings/settings-page";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

/** The security log, for administrators. */
export default async function SecurityPage({ searchParams }: PageProps<"/settings/security">) {
  const { role, isSandbox } = await partnerPerson();
  if (role !== "administrator") return <SettingsNotAllowed current="security" role={role} isSandbox={isSandbox} />;
  const address = await loadEventsAddress(searchParams);
  await getQueryClient().prefetchQuery(trpc.security.events.queryOptions(eventsQuery(address)));
  return (
    <Words of={["security", "settings"]}>
      <Hydrate>
        <SettingsPage current="security" role={role} isSandbox={isSandbox}>
          <Events />
        </SettingsPage>
      </Hydrate>
    </Words>
  );
}
