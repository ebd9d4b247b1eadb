import type { ReactNode } from "react";
import { Brand } from "./brand";

/** A page that only shows a message and links to continue. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-120 content-center justify-items-start gap-4 px-4 py-12 sm:px-6">
      <Brand />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
