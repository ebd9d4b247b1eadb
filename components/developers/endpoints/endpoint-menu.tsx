"use client";

import { CirclePause, Pencil, Power, RefreshCw, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay/menu";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { useEndpointSwitch } from "./use-endpoint-switch";
import { useSendTest } from "./use-send-test";

/** Acts that open a dialog. */
export type EndpointAct = "edit" | "rotate" | "delete";

interface Props {
  endpoint: ListedEndpoint;
  onAsk: (act: EndpointAct) => void;
  trigger: ReactElement;
}

export default function EndpointMenu({ endpoint, onAsk, trigger }: Props) {
  const say = useTranslations("endpoints");
  const { id, switchedOffAt } = endpoint;
  const test = useSendTest(id);
  const { pause, resume } = useEndpointSwitch(id);
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<Send />} onSelect={test.send}>
        {say("test.open")}
      </MenuItem>
      <MenuItem icon={<Pencil />} onSelect={() => onAsk("edit")}>
        {say("edit.open")}
      </MenuItem>
      <MenuItem icon={<RefreshCw />} onSelect={() => onAsk("rotate")}>
        {say("rotate.open")}
      </MenuItem>
      {switchedOffAt ? (
        <MenuItem icon={<Power />} onSelect={resume}>
          {say("resume.open")}
        </MenuItem>
      ) : (
        <MenuItem icon={<CirclePause />} onSelect={pause}>
          {say("pause.open")}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger onSelect={() => onAsk("delete")}>
        {say("delete.open")}
      </MenuItem>
    </Menu>
  );
}
