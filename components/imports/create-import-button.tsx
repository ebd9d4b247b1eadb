"use client";

import { useTranslations } from "next-intl";
import { RequiresRight } from "@/components/shell/reader-rights";
import { CreateButton } from "@/components/ui/form/create-button";

/** Button that creates an import. `companyId`: the company that its dialog suggests. */
export function CreateImportButton({ companyId }: { companyId: string | null }) {
  const say = useTranslations("imports.create");
  return (
    <RequiresRight right="invoices">
      <CreateButton load={() => import("./create-import")} props={{ companyId }} variant="primary">
        {say("open")}
      </CreateButton>
    </RequiresRight>
  );
}
