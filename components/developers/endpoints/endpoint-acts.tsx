"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import type { EndpointAct } from "./endpoint-menu";
import { endpointName } from "./endpoint-name";

const EditEndpoint = dynamic(() => import("./edit-endpoint"));
const RotateSecret = dynamic(() => import("./rotate-secret"));
const DeleteEndpointDialog = dynamic(() => import("./delete-endpoint-dialog"));

interface Props {
  endpoint: ListedEndpoint;
  size: "sm" | "md";
  /** Leaves the endpoint's own page; absent in a list. */
  onDeleted?: () => void;
}

/** Acts on an endpoint, behind one button. */
export function EndpointActs({ endpoint, size, onDeleted }: Props) {
  const say = useTranslations("endpoints");
  const [openDialog, setOpenDialog] = useState<EndpointAct>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <OnDemand
        load={() => import("./endpoint-menu")}
        props={{ endpoint, onAsk: setOpenDialog }}
        popup="menu"
        trigger={
          <IconButton name={say("actsOn", { name: endpointName(endpoint) })} variant="quiet" size={size}>
            <Ellipsis />
          </IconButton>
        }
      />
      {openDialog === "edit" && <EditEndpoint endpoint={endpoint} onClose={close} />}
      {openDialog === "rotate" && <RotateSecret endpoint={endpoint} onClose={close} />}
      {openDialog === "delete" && <DeleteEndpointDialog endpoint={endpoint} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}
