"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { OnDemand } from "../ui/on-demand";

export function AddEndpointButton() {
  const say = useTranslations("endpoints.add");
  return (
    <OnDemand
      load={() => import("./add-endpoint")}
      props={{}}
      popup="dialog"
      trigger={
        <Button size="sm">
          <Plus />
          {say("open")}
        </Button>
      }
    />
  );
}
