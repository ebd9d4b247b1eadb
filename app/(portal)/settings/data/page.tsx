import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { KeptData } from "@/components/settings/kept-data";
import { RetentionForm } from "@/components/settings/retention-form";
import { SettingsNotAllowed } from "@/components/settings/settings-not-allowed";
import { SettingsPage } from "@/components/settings/settings-page";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("data.title") };
}

/** The data stored about customers and people: where, and how long. */
export default async function DataPage() {
  const { role, isSandbox } = await partnerPerson();
  if (role !== "administrator") return <SettingsNotAllowed current="data" role={role} isSandbox={isSandbox} />;
  await getQueryClient().prefetchQuery(trpc.companies.retention.queryOptions());
  return (
    <Words of={["settings"]}>
      <Hydrate>
        <SettingsPage current="data" role={role} isSandbox={isSandbox}>
          <KeptData>
            <RetentionForm />
          </KeptData>
        </SettingsPage>
      </Hydrate>
    </Words>
  );
}
