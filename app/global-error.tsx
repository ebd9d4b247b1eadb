"use client";

import { Failed } from "@/components/ui/page/failed";
import "./globals.css";

/** As `error.tsx`, where the layout itself failed, and with it whatever knows the reader's language. */
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
