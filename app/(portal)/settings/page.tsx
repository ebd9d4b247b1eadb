import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { AccountSettings } from "@/components/settings/account-settings";
import { AccountSkeleton } from "@/components/settings/account-skeleton";
import { SettingsPage } from "@/components/settings/settings-page";
import { isTheme, THEME_COOKIE } from "@/components/shell/theme";
import { Words } from "@/components/translations/words";
import { signedInPerson } from "@/server/auth/auth";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

/** The reader's own settings, for people of every role. */
export default async function AccountPage() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in?callbackUrl=/settings");
  void getQueryClient().prefetchQuery(trpc.session.me.queryOptions());
  void getQueryClient().prefetchQuery(trpc.factors.list.queryOptions());
  void getQueryClient().prefetchQuery(trpc.session.sessions.queryOptions());
  const theme = (await cookies()).get(THEME_COOKIE)?.value;
  return (
    <Words of={["factors", "settings"]}>
      <Hydrate>
        <SettingsPage current="account" role={person.role} isSandbox={person.isSandbox} leadsSupport={person.leadsSupport}>
          <Suspense fallback={<AccountSkeleton />}>
            <AccountSettings theme={isTheme(theme) ? theme : null} />
          </Suspense>
        </SettingsPage>
      </Hydrate>
    </Words>
  );
}
