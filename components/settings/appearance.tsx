"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { chooseTheme, isTheme, type Theme } from "@/components/shell/theme";
import { Segmented } from "@/components/ui/form/segmented";

/**
 * Choice of light, dark or the system's theme, for this device and with immediate effect. The user menu offers the same. `rendered`: the
 * theme with which the server rendered the page; null follows the system.
 */
export function Appearance({ rendered }: { rendered: Theme | null }) {
  const say = useTranslations("settings.appearance");
  const theme = useSyncExternalStore(onThemeChange, shownTheme, () => rendered);
  return (
    <Segmented
      name={say("title")}
      value={theme ?? "system"}
      onChange={(chosen) => chooseTheme(isTheme(chosen) ? chosen : null)}
      className="justify-self-start"
      segments={[
        { value: "system", label: <Choice icon={<Monitor />} words={say("system")} /> },
        { value: "light", label: <Choice icon={<Sun />} words={say("light")} /> },
        { value: "dark", label: <Choice icon={<Moon />} words={say("dark")} /> },
      ]}
    />
  );
}

function Choice({ icon, words }: { icon: React.ReactNode; words: string }) {
  return (
    <>
      {icon}
      {words}
    </>
  );
}

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

function shownTheme(): Theme | null {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : null;
}
