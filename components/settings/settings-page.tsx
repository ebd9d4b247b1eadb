import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Reader } from "@/components/shell/reader";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { Tab, Tabs } from "@/components/ui/page/tabs";

interface Props {
  current: "account" | "members" | "security" | "data" | "sandbox";
  role: Reader["role"];
  isSandbox: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** The head of the settings. Only administrators have more than their own. */
export function SettingsPage({ current, role, isSandbox, actions, children }: Props) {
  const say = useTranslations("settings");
  const sayOfSecurity = useTranslations("security");
  const isAdministrator = role === "administrator";
  return (
    <>
      <PageHead title={say("title")} actions={actions} rule={!isAdministrator} />
      {isAdministrator && (
        <div className="border-b border-line px-6 max-lg:px-4">
          <Tabs name={say("parts")}>
            <Tab href="/settings" current={current === "account"}>
              {say("account")}
            </Tab>
            <Tab href="/settings/members" current={current === "members"}>
              {say("members.title")}
            </Tab>
            <Tab href="/settings/security" current={current === "security"}>
              {sayOfSecurity("title")}
            </Tab>
            <Tab href="/settings/data" current={current === "data"}>
              {say("data.title")}
            </Tab>
            {isSandbox && (
              <Tab href="/settings/sandbox" current={current === "sandbox"}>
                {say("sandbox.title")}
              </Tab>
            )}
          </Tabs>
        </div>
      )}
      <PageBody className={current === "members" || current === "security" ? "pt-6" : "max-w-240"}>{children}</PageBody>
    </>
  );
}
