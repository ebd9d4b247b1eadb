"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";

/** Button to resend failed deliveries, if the endpoint is on. Switching an endpoint on resends everything unconfirmed anyway. */
export function ResendFailedButton({ endpoint: { id, switchedOffAt } }: { endpoint: ListedEndpoint }) {
  const say = useTranslations("endpoints.resend");
  if (switchedOffAt) return null;
  return (
    <OnDemand
      load={() => import("./resend-failed")}
      props={{ endpointId: id }}
      popup="dialog"
      trigger={
        <Button size="sm" variant="quiet">
          <RotateCw />
          {say("open")}
        </Button>
      }
    />
  );
}
