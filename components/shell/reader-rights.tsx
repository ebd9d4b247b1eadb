"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type AccessLevel, reaches } from "@/server/domain/access-levels";
import type { Reader } from "./reader";

type Rights = Pick<Reader, "role" | "accessLevel" | "isSandbox">;

const ReaderRights = createContext<Rights>({ role: "member", accessLevel: "read", isSandbox: false });

/** Says to everything inside what the reader may do. The procedures decide it; this only leaves out what they would refuse. */
export function ReaderRightsKnown({ reader: { role, accessLevel, isSandbox }, children }: { reader: Rights; children: ReactNode }) {
  return <ReaderRights.Provider value={{ role, accessLevel, isSandbox }}>{children}</ReaderRights.Provider>;
}

export function useIsAdministrator(): boolean {
  return useContext(ReaderRights).role === "administrator";
}

/** Whether what the reader sees is a sandbox's. */
export function useIsSandbox(): boolean {
  return useContext(ReaderRights).isSandbox;
}

/** Whether the reader may do what needs this level. */
export function useMay(needed: AccessLevel): boolean {
  return reaches(useContext(ReaderRights).accessLevel, needed);
}

/** What is shown only to who may use it. */
export function WhoMay({ needs, children }: { needs: AccessLevel; children: ReactNode }) {
  return useMay(needs) && children;
}
