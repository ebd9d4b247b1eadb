"use client";

import { type ComponentType, useEffect, useState } from "react";

/** The place of all toasts, once per page in the shell. Loaded after the rest of the page works. */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType>();
  useEffect(() => {
    void import("./toast-region").then((module) => setRegion(() => module.ToastRegion));
  }, []);
  return Region ? <Region /> : null;
}
