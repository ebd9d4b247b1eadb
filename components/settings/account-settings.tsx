"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { OwnFactors } from "@/components/factors/own-factors";
import type { Theme } from "@/components/shell/theme";
import { Appearance } from "./appearance";
import { Part } from "./part";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { Sessions } from "./sessions";

/** The reader's own settings. `theme`: the theme with which the page was rendered; null follows the system. */
export function AccountSettings({ theme }: { theme: Theme | null }) {
  const say = useTranslations("settings");
  const sayOfFactors = useTranslations("factors");
  const { data: me } = useSuspenseQuery(useTRPC().session.me.queryOptions());
  return (
    <>
      <Part title={say("profile.title")} about={say("profile.about")}>
        <ProfileForm me={me} />
      </Part>
      <Part title={say("password.title")} about={say("password.about")}>
        {me.hasPassword ? <PasswordForm email={me.email} /> : <p className="text-ink-muted">{say("password.none")}</p>}
      </Part>
      <Part title={sayOfFactors("title")} about={sayOfFactors("about")}>
        <OwnFactors />
      </Part>
      <Part title={say("appearance.title")} about={say("appearance.about")}>
        <Appearance rendered={theme} />
      </Part>
      <Part title={say("sessions.title")} about={say("sessions.about")}>
        <Sessions />
      </Part>
    </>
  );
}
