"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { OnDemand } from "../ui/on-demand";

/** `companyId`: of the company that the reader looks at, which is proposed. */
export function CreateImportButton({ companyId }: { companyId: string | null }) {
  const say = useTranslations("imports.create");
  return (
    <OnDemand
      load={() => import("./create-import")}
      props={{ companyId }}
      popup="dialog"
      trigger={
        <Button variant="primary">
          <Plus />
          {say("open")}
        </Button>
      }
    />
  );
}
