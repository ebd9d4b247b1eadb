import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Reader } from "@/components/shell/reader";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { Tab, Tabs } from "@/components/ui/page/tabs";

type Part = "account" | "members" | "team" | "security" | "data" | "sandbox";

interface Props {
  current: Part;
  role: Reader["role"];
  isSandbox: boolean;
  /** Whether the reader leads the support team. */
  leadsSupport?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of a page of settings, with tabs for administrators and support leads. Everybody else has only their account's settings. */
export function SettingsPage({ current, role, isSandbox, leadsSupport = false, actions, children }: Props) {
  const say = useTranslations("settings");
  const sayOfSecurity = useTranslations("security");
  const names: Record<Part, string> = {
    account: say("account"),
    members: say("members.title"),
    team: say("team.title"),
    security: sayOfSecurity("title"),
    data: say("data.title"),
    sandbox: say("sandbox.title"),
  };
  const parts = partsOf({ role, isSandbox, leadsSupport });
  return (
    <>
      <PageHead title={say("title")} actions={actions} rule={parts.length === 0} />
      {parts.length > 0 && (
        <div className="border-b border-line px-6 max-lg:px-4">
          <Tabs name={say("parts")}>
            {parts.map((part) => (
              <Tab key={part} href={part === "account" ? "/settings" : `/settings/${part}`} current={current === part}>
                {names[part]}
              </Tab>
            ))}
          </Tabs>
        </div>
      )}
      <PageBody className={WIDE.has(current) ? "pt-6" : "max-w-240"}>{children}</PageBody>
    </>
  );
}

/** Parts with a table, which use the page's full width. */
const WIDE: ReadonlySet<Part> = new Set(["members", "team", "security"]);

/** Returns the parts that get a tab; none if the reader has only one part. */
function partsOf({ role, isSandbox, leadsSupport }: Required<Pick<Props, "role" | "isSandbox" | "leadsSupport">>): Part[] {
  if (leadsSupport) return ["account", "team"];
  if (role !== "administrator") return [];
  return ["account", "members", "security", "data", ...(isSandbox ? (["sandbox"] as const) : [])];
}
