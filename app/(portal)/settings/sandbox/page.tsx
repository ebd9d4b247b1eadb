import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { SandboxClock } from "@/components/settings/sandbox-clock";
import { SettingsNotAllowed } from "@/components/settings/settings-not-allowed";
import { SettingsPage } from "@/components/settings/settings-page";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("sandbox.title") };
}

/** A sandbox's clock, with a form that moves it, and its season, with a form that plays it. Does not exist for real partners. */
export default async function SandboxPage() {
  const { role, isSandbox } = await partnerPerson();
  if (!isSandbox) notFound();
  const isAdministrator = role === "administrator";
  if (isAdministrator)
    await Promise.all([
      getQueryClient().prefetchQuery(trpc.sandbox.diary.queryOptions()),
      getQueryClient().prefetchQuery(trpc.sandbox.season.queryOptions()),
    ]);
  return (
    <Words of={["settings", "collection"]}>
      {isAdministrator ? (
        <SettingsPage current="sandbox" role={role} isSandbox={isSandbox}>
          <Hydrate>
            <SandboxClock />
          </Hydrate>
        </SettingsPage>
      ) : (
        <SettingsNotAllowed current="sandbox" role={role} isSandbox={isSandbox} />
      )}
    </Words>
  );
}
