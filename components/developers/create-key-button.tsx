"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { OnDemand } from "../ui/on-demand";

export function CreateKeyButton() {
  const say = useTranslations("developers.create");
  return (
    <OnDemand
      load={() => import("./create-key")}
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
