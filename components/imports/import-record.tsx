"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { MailboxLink } from "@/components/shell/mailbox-link";
import { useMay } from "@/components/shell/reader-rights";
import { useSelectedCompany } from "@/components/shell/selected-company";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Columns, PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { InCountry } from "@/components/ui/text/region";
import { ImportActions } from "./import-actions";
import { ImportChecks } from "./import-checks";
import { ImportContents } from "./import-contents";
import { ImportDetails } from "./import-details";
import { ImportFigures } from "./import-figures";
import { ImportForecast } from "./import-forecast";
import { ImportProgress } from "./import-progress";
import { ImportReach } from "./import-reach";
import { ImportSettings } from "./import-settings";
import { ImportState } from "./import-state";
import { WithheldFees } from "./withheld-fees";

/** Page of one import. Left: warnings, figures, checks or progress, invoices. Right: settings, forecast, details, reach. */
export function ImportRecord({ importId }: { importId: string }) {
  const say = useTranslations("imports");
  const { data: record } = useSuspenseQuery(useTRPC().imports.get.queryOptions({ importId }));
  const { withCompany } = useSelectedCompany();
  const mayChange = useMay("invoices");
  const isEmpty = record.contents.invoicesCount === 0;
  return (
    <InCountry country={record.countryCode}>
      <PageHead
        rule
        title={record.title}
        crumbs={[
          { label: say("title"), href: withCompany("/imports") },
          { label: record.companyName, href: `/companies/${record.companyId}` },
        ]}
        beside={
          <>
            <CopyButton value={record.title} name={say("fields.title")} />
            <ImportState transmittedAt={record.transmittedAt} />
          </>
        }
        actions={mayChange && !record.transmittedAt && <ImportActions record={record} />}
      />
      <PageBody className="pt-6">
        <Columns>
          <Stack>
            {!isEmpty && <WithheldFees record={record} />}
            <ImportFigures record={record} />
            {!record.transmittedAt && !isEmpty && <ImportChecks record={record} />}
            {record.transmittedAt && !isEmpty && <ImportProgress record={record} />}
            <ImportContents record={record} />
          </Stack>
          <Stack>
            <ImportSettings record={record} />
            {!isEmpty && <ImportForecast record={record} />}
            <ImportDetails record={record} />
            {!isEmpty && <ImportReach record={record} />}
            <MailboxLink />
          </Stack>
        </Columns>
      </PageBody>
    </InCountry>
  );
}
