"use client";

import { useTranslations } from "next-intl";
import type { previewWidths } from "./preview-address";

export type PreviewWidth = (typeof previewWidths)[number];

/** Width of the frame in pixels. */
const widths: Record<PreviewWidth, number> = { phone: 360, desktop: 820 };
const HEIGHT = 720;

interface Props {
  html: string;
  /** Title of the frame for screen readers. */
  name: string;
  width: PreviewWidth;
  /** Whether the frame shows a mail, which is white also in the dark scheme. */
  isMail?: boolean;
}

/**
 * Frame for a mail or a customer's page: without scripts, forms, windows or the portal's origin, so that nothing in it acts. Always of the
 * same height, so that the portal does not jump when another mail or page is shown.
 */
export function PreviewFrame({ html, name, width, isMail = false }: Props) {
  const say = useTranslations("previews");
  return (
    <section aria-label={say("scroll")} tabIndex={width === "desktop" ? 0 : undefined} className="max-w-full overflow-x-auto">
      <iframe
        title={name}
        sandbox=""
        // Links would open in a new window, which the sandbox refuses. Otherwise they would replace the preview.
        srcDoc={html.replace("<head>", '<head><base target="_blank">')}
        style={{ width: widths[width], height: HEIGHT }}
        className={`rounded-md border border-line ${width === "phone" ? "max-w-full" : "max-w-none"} ${isMail ? "bg-white [color-scheme:light]" : ""}`}
      />
    </section>
  );
}
