"use client";

import { type ComponentType, cloneElement, type MouseEvent, type ReactElement, useState } from "react";

/** Attributes that the `OnDemand`, and later the opened dialog or menu, sets on its button. */
export interface TriggerProps {
  onClick?: (event: MouseEvent) => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}

export interface OnDemandProps<Given> {
  /** Loads the module. Its default export replaces the button, with its popup open and the trigger inside. */
  load: () => Promise<{ default: ComponentType<Given & { trigger: ReactElement<TriggerProps> }> }>;
  props: Given;
  popup: "menu" | "dialog";
  trigger: ReactElement<TriggerProps>;
}

/** A button whose menu or dialog is loaded shortly before its use, so that rarely opened popups do not slow every visit. */
export function OnDemand<Given extends object>({ load, props, popup, trigger }: OnDemandProps<Given>) {
  const [Loaded, setLoaded] = useState<ComponentType<Given & { trigger: ReactElement<TriggerProps> }>>();
  if (Loaded) return <Loaded {...props} trigger={trigger} />;
  const prepare = () => void load();
  return cloneElement(trigger, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => void load().then((module) => setLoaded(() => module.default)),
  });
}
