import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { EmptyState } from "@/components/ui/page/empty-state";
import { SettingsPage } from "./settings-page";

/** Instead of a part of the settings that belongs to administrators, or to who leads support. */
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
