"use client";

import { useEffect, useRef, useState } from "react";

/** Height in pixels before the mail has reported its own. */
const FIRST_HEIGHT_PX = 480;

interface MailAsPageProps {
  html: string;
  /** Title of the frame for screen readers. */
  name: string;
}

/** Reports the height. A frame that has just begun to load has a document without a root element, which the DOM's types exclude. */
function measure(frame: HTMLIFrameElement | null, setHeight: (px: number) => void): void {
  const root: Element | null | undefined = frame?.contentDocument?.documentElement;
  const shown = root?.scrollHeight ?? 0;
  if (shown > 0) setHeight(shown);
}

/** A mail as HTML, without scripts; white also in the dark scheme, as designed. Its links open in the whole window. */
export function MailAsPage({ html, name }: MailAsPageProps) {
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame may have loaded before this page could listen.
  useEffect(() => measure(frame.current, setHeight), []);
  return (
    <iframe
      title={name}
      // Without allow-scripts, sharing the origin only lets this page measure the frame.
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      srcDoc={`<base target="_top">${html}`}
      ref={frame}
      onLoad={({ currentTarget }) => measure(currentTarget, setHeight)}
      style={{ height }}
      className="w-full rounded-md border border-line bg-white [color-scheme:light]"
    />
  );
}
