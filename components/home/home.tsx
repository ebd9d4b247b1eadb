"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { CreateCompanyButton } from "@/components/companies/create-company-button";
import { useTRPC } from "@/components/data/trpc";
import { useIsAdministrator } from "@/components/shell/reader-rights";
import { Segmented } from "@/components/ui/form/segmented";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { useRegion } from "@/components/ui/text/region";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatMoment } from "@/server/domain/formats/dates";
import { Ageing } from "./ageing";
import { DueSoon } from "./due-soon";
import { KeyFigures } from "./key-figures";
import { NeedsMe } from "./needs-me";
import { Weeks } from "./weeks";

/** The reader's open tasks, and the figures of their companies, one currency at a time. */
export function Home({ notice }: { notice?: ReactNode }) {
  const say = useTranslations("home");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const [companyId] = useQueryState("company", parseAsString);
  const [chosen, choose] = useQueryState("currency", parseAsString.withOptions({ history: "push" }));
  const { data: home } = useSuspenseQuery(useTRPC().home.get.queryOptions({ companyId }));
  const isAdministrator = useIsAdministrator();
  const figures = home.currencies.find(({ currency }) => currency === chosen) ?? home.currencies[0];

  return (
    <>
      <PageHead
        title={formatMoment(home.now, region, timeZone, "today")}
        actions={
          <>
            {home.currencies.length > 1 && figures && (
              <Segmented
                name={say("currency")}
                value={figures.currency}
                segments={home.currencies.map(({ currency }) => ({ value: currency, label: currency }))}
                onChange={choose}
              />
            )}
            <p className="text-sm text-ink-faint max-sm:hidden">{say("timeZone")}</p>
          </>
        }
      />
      <PageBody>
        {notice}
        <Stack>
          {figures && <KeyFigures figures={figures} companyId={companyId} />}
          <div className="grid items-start gap-12 min-[1181px]:grid-cols-[25rem_minmax(0,1fr)] max-[1180px]:gap-8">
            <Stack>
              <NeedsMe
                needsMe={home.needsMe}
                overdue={home.currencies.map(({ currency, overdue }) => ({ currency, ...overdue }))}
                companyId={companyId}
              />
              {figures && <DueSoon figures={figures} companyId={companyId} />}
            </Stack>
            {figures && <Weeks figures={figures} />}
          </div>
          {figures ? (
            <Ageing figures={figures} companyId={companyId} today={home.today} />
          ) : (
            <EmptyState kind="nothing-yet" title={say("empty.title")} action={isAdministrator && <CreateCompanyButton />}>
              {say("empty.body")}
            </EmptyState>
          )}
          {home.computedAt && (
            <p className="text-xs text-ink-faint">
              {say.rich("computed", {
                time: () => home.computedAt && <RelativeTime key="time" at={home.computedAt} inRealTime inSentence />,
              })}
            </p>
          )}
        </Stack>
      </PageBody>
    </>
  );
}
