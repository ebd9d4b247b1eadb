"use client";

import PageFailed from "./error";
import "./globals.css";

/** As `error.tsx`, where the layout itself failed. */
export default function EverythingFailed(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Out of order</title>
        <PageFailed {...props} />
      </body>
    </html>
  );
}
