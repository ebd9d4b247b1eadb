"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type AccessLevel, reaches } from "@/server/domain/rules/access-levels";
import type { Reader } from "./reader";

type Rights = Pick<Reader, "role" | "accessLevel" | "isSandbox" | "mayDebit">;

const ReaderRights = createContext<Rights>({ role: "member", accessLevel: "read", isSandbox: false, mayDebit: false });

/** Provides the reader's rights, by which pages hide acts that the server would refuse. The server checks the rights itself. */
export function ReaderRightsKnown({
  reader: { role, accessLevel, isSandbox, mayDebit },
  children,
}: {
  reader: Rights;
  children: ReactNode;
}) {
  return <ReaderRights.Provider value={{ role, accessLevel, isSandbox, mayDebit }}>{children}</ReaderRights.Provider>;
}

export function useIsAdministrator(): boolean {
  return useContext(ReaderRights).role === "administrator";
}

/** Whether the reader is in a sandbox. */
export function useIsSandbox(): boolean {
  return useContext(ReaderRights).isSandbox;
}

/** Whether the companies of the reader's partner may collect by direct debit. */
export function useMayDebit(): boolean {
  return useContext(ReaderRights).mayDebit;
}

/** Whether the reader has at least this access level. */
export function useMay(needed: AccessLevel): boolean {
  return reaches(useContext(ReaderRights).accessLevel, needed);
}

/** Shows its content only to readers with at least this access level. */
export function RequiresRight({ right, children }: { right: AccessLevel; children: ReactNode }) {
  return useMay(right) && children;
}
