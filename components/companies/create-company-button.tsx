"use client";

import { useTranslations } from "next-intl";
import { CreateButton } from "@/components/ui/form/create-button";

export function CreateCompanyButton() {
  const say = useTranslations("companies.create");
  return (
    <CreateButton load={() => import("./create-company")} props={{}} variant="primary">
      {say("open")}
    </CreateButton>
  );
}
