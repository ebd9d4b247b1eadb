"use client";

import { useTranslations } from "next-intl";
import { CreateButton } from "@/components/ui/form/create-button";

export function AddEndpointButton() {
  const say = useTranslations("endpoints.add");
  return (
    <CreateButton load={() => import("./add-endpoint")} props={{}} size="sm">
      {say("open")}
    </CreateButton>
  );
}
