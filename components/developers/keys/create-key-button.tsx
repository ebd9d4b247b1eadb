"use client";

import { useTranslations } from "next-intl";
import { CreateButton } from "@/components/ui/form/create-button";

export function CreateKeyButton() {
  const say = useTranslations("developers.create");
  return (
    <CreateButton load={() => import("./create-key")} props={{}} variant="primary">
      {say("open")}
    </CreateButton>
  );
}
