import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { EmptyState } from "@/components/ui/page/empty-state";
import { SettingsPage } from "./settings-page";

/** Shown instead of settings that only administrators or support leads can open. */
export function SettingsNotAllowed(props: Omit<ComponentProps<typeof SettingsPage>, "children" | "actions">) {
  const say = useTranslations("shell.notAllowed");
  return (
    <SettingsPage {...props}>
      <EmptyState kind="not-allowed" title={say("title")}>
        {say(props.current === "team" ? "ofTeam" : "body")}
      </EmptyState>
    </SettingsPage>
  );
}
