"use client";

import { useEffect, useRef, useState } from "react";

/** Height in pixels until the mail's own height is known. */
const FIRST_HEIGHT_PX = 480;

interface MailAsPageProps {
  html: string;
  /** Title of the frame for screen readers. */
  name: string;
}

/** Passes on the height of the frame's contents. While the frame loads, it may have no root element, which the DOM's types exclude. */
function measure(frame: HTMLIFrameElement | null, setHeight: (px: number) => void): void {
  const root: Element | null | undefined = frame?.contentDocument?.documentElement;
  const contentHeight = root?.scrollHeight ?? 0;
  if (contentHeight > 0) setHeight(contentHeight);
}

/** A mail as HTML, without scripts. White also in the dark scheme, because mails are designed so. Links open in the whole window. */
export function MailAsPage({ html, name }: MailAsPageProps) {
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame may have loaded before this page could listen.
  useEffect(() => measure(frame.current, setHeight), []);
  return (
    <iframe
      title={name}
      // `allow-same-origin` lets this page measure the frame. It gives the mail nothing, because scripts are not allowed.
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      srcDoc={`<base target="_top">${html}`}
      ref={frame}
      onLoad={({ currentTarget }) => measure(currentTarget, setHeight)}
      style={{ height }}
      className="w-full rounded-md border border-line bg-white [color-scheme:light]"
    />
  );
}
