"use client";

import { type ComponentType, useEffect, useState } from "react";

/** Place of all toasts; once per page, in the shell. It is loaded after the page works. */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType>();
  useEffect(() => {
    void import("./toast-region").then((module) => setRegion(() => module.ToastRegion));
  }, []);
  return Region ? <Region /> : null;
}
