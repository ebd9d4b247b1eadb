"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { OnDemand, type OnDemandProps } from "./on-demand";

interface Props<Given> extends Pick<OnDemandProps<Given>, "load" | "props">, Pick<ButtonProps, "variant" | "size"> {
  children: ReactNode;
}

/** Opens the dialog in which something new is made. */
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
