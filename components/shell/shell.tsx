"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { ProofAsker } from "@/components/factors/proof-asker";
import { CountryOfReader } from "./country-of-reader";
import type { Reader } from "./reader";
import { ReaderRightsKnown } from "./reader-rights";
import { SandboxFrame } from "./sandbox-frame";
import { ShortcutsEnabled } from "./shortcuts";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";

const Toaster = dynamic(() => import("@/components/ui/overlay/toaster"), { ssr: false });

/** Frame for every page: the sidebar, or if it does not fit, a bar with a menu. */
export function Shell({ reader, children }: { reader: Reader; children: ReactNode }) {
  const say = useTranslations("shell");
  useSessionKeptAlive();
  return (
    <ReaderRightsKnown reader={reader}>
      <ShortcutsEnabled enabled={reader.singleKeyShortcuts}>
        <nav aria-label={say("skip")} className="print:hidden">
          <a
            href="#content"
            className="sr-only rounded-md bg-raised px-3 py-1.5 text-sm shadow-pop focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
          >
            {say("skipToContent")}
          </a>
        </nav>
        <CountryOfReader role={reader.role}>
          <SandboxFrame isSandbox={reader.isSandbox} isAdministrator={reader.role === "administrator"}>
            <div className="lg:grid lg:min-h-[calc(100dvh-var(--banner,0px))] lg:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
              <header className="hidden border-r border-line bg-canvas lg:block print:hidden">
                <div className="sticky top-(--banner,0px) h-[calc(100dvh-var(--banner,0px))] overflow-auto">
                  <Sidebar reader={reader} />
                </div>
              </header>
              <TopBar reader={reader} />
              <main
                id="content"
                tabIndex={-1}
                className="flex min-w-0 flex-col outline-none [--sticky-top:var(--banner,0px)] max-lg:[--sticky-top:calc(3rem+var(--banner,0px))]"
              >
                {children}
              </main>
            </div>
          </SandboxFrame>
          <Toaster />
          <ProofAsker />
        </CountryOfReader>
      </ShortcutsEnabled>
    </ReaderRightsKnown>
  );
}

const KEEP_ALIVE_MS = 30 * 60_000;

/** Keeps the session alive while a page is open all day: a session ends some hours after the browser's last request. */
function useSessionKeptAlive(): void {
  useEffect(() => {
    const timer = setInterval(() => void fetch("/api/auth/session").catch(() => {}), KEEP_ALIVE_MS);
    return () => clearInterval(timer);
  }, []);
}
