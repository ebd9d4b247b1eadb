"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";

/** Lists whose missing records the page names. */
const records = ["invoices", "imports", "companies"] as const;

/** Page for an address of the portal that leads nowhere. Names the missing record, and links to its list. */
export function PortalNotFound() {
  const say = useTranslations("shell.notFound");
  const [, list, id] = usePathname().split("/");
  const record = id ? records.find((name) => name === list) : undefined;
  return (
    <>
      <PageHead rule title={record ? say(`records.${record}.title`) : say("title")} />
      <PageBody>
        <EmptyState
          bare
          kind="no-match"
          title={say(record ? "record" : "body")}
          action={
            <ButtonLink size="sm" href={record ? `/${record}` : "/"}>
              {record ? say(`records.${record}.search`) : say("back")}
            </ButtonLink>
          }
        />
      </PageBody>
    </>
  );
}
