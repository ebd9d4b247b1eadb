"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { OnDemand, type OnDemandProps } from "@/components/ui/overlay/on-demand";
import { Button, type ButtonProps } from "./button";

interface Props<Given> extends Pick<OnDemandProps<Given>, "load" | "props">, Pick<ButtonProps, "variant" | "size"> {
  children: ReactNode;
}

/** Button that opens the dialog for creating a record. */
export function CreateButton<Given extends object>({ load, props, children, ...look }: Props<Given>) {
  return (
    <OnDemand
      load={load}
      props={props}
      popup="dialog"
      trigger={
        <Button {...look}>
          <Plus />
          {children}
        </Button>
      }
    />
  );
}
