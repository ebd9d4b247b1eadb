"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Banner } from "@/components/ui/page/banner";
import type { ImportDescription } from "@/server/billing/imports/import";

/** Names each reason why consumers of the import are charged no late-payment fee, although its settings have one. */
export function WithheldFees({ record }: { record: Pick<ImportDescription, "id" | "companyId" | "transmittedAt"> }) {
  const say = useTranslations("collection.withheld");
  const { data: forecast } = useQuery(useTRPC().imports.forecast.queryOptions({ importId: record.id }));
  if (!forecast) return null;
  // Numbers of invoices whose fee is withheld, by the missing fact.
  const { enterprise_number: withoutNumber, description: withoutDescription } = forecast.withheld;
  return (
    <>
      {withoutNumber > 0 && (
        <Banner tone="attention">
          {say("enterprise_number", { count: withoutNumber })} <Link href={`/companies/${record.companyId}`}>{say("addNumber")}</Link>{" "}
          {record.transmittedAt && say("stays")}
        </Banner>
      )}
      {withoutDescription > 0 && (
        <Banner tone="attention">
          {say("description", { count: withoutDescription })} {record.transmittedAt ? say("stays") : say("addTitle")}
        </Banner>
      )}
    </>
  );
}
