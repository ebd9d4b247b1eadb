"use client";

import Link from "next/link";
import { useQueryStates } from "nuqs";
import type { Concern, ProgressStep } from "@/server/domain/rules/reach";
import { importAddress, importHref } from "./imports-address";

/** Id of the element that contains the import's invoices. */
export const CONTENTS_ID = "contents";

interface Props {
  importId: string;
  /** The check, or the step of the progress, whose invoices the link shows. */
  concern: Concern | ProgressStep;
  words: string;
  /** Called when the link is followed within this tab. */
  onFollow?: () => void;
}

/** Link that limits the list of invoices, further down on the same page, to those that a figure counts. */
export function ConcernLink({ importId, concern, words, onFollow }: Props) {
  const [, set] = useQueryStates(importAddress, { history: "push" });
  return (
    <Link
      href={`${importHref(importId, { show: concern })}#${CONTENTS_ID}`}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        onFollow?.();
        void set({ show: concern, page: 1 });
        // Runs after a dialog around the link has returned the focus.
        setTimeout(() => document.getElementById(CONTENTS_ID)?.focus());
      }}
    >
      {words}
    </Link>
  );
}
