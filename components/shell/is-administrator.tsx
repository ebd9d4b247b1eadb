"use client";

import { createContext, type ReactNode, useContext } from "react";

const IsAdministrator = createContext(false);

/** Says to everything inside whether the reader is an administrator. What they may do is decided by the procedures; this only leaves out what would be refused. */
export function AdministratorKnown({ isAdministrator, children }: { isAdministrator: boolean; children: ReactNode }) {
  return <IsAdministrator.Provider value={isAdministrator}>{children}</IsAdministrator.Provider>;
}

export function useIsAdministrator(): boolean {
  return useContext(IsAdministrator);
}
