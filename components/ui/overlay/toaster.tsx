"use client";

import { type ComponentType, useEffect, useState } from "react";

/** The one place where news of finished acts appears; once per page, in the shell. It is fetched after the page works, not before. */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType>();
  useEffect(() => {
    void import("./toast-region").then((module) => setRegion(() => module.ToastRegion));
  }, []);
  return Region ? <Region /> : null;
}
