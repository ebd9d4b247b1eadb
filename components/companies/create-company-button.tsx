"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { OnDemand } from "../ui/on-demand";

export function CreateCompanyButton() {
  const say = useTranslations("companies.create");
  return (
    <OnDemand
      load={() => import("./create-company")}
      props={{}}
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
