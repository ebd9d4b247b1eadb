"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "@/components/ui/page/banner";
import { RefusalText } from "./refusal-text";

/**
 * Refusal of a form that concerns no single field. Takes the focus when it is mounted: pass a new `key` for each refusal, so that it takes
 * the focus again. `children` replaces the code's own text.
 */
export function Refusal({ code, children }: { code: string; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="rounded-md focus:outline-none">
      <Banner tone="bad" role="alert">
        <RefusalText code={code}>{children}</RefusalText>
      </Banner>
    </div>
  );
}
