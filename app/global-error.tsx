"use client";

import { Failed } from "@/components/ui/page/failed";
import "./globals.css";

/** Shown when the layout itself fails. In English, because the reader's language is unknown then. */
export default function EverythingFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Out of order</title>
        <Failed
          title="This page could not be shown"
          body="The mistake is on our side, and nothing was changed by it. Trying again may help."
          again="Try again"
          forSupport={error.digest && `For support: ${error.digest}`}
          onAgain={reset}
        />
      </body>
    </html>
  );
}
