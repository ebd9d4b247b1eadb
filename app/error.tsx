"use client";

import { Notice } from "@/components/ui/notice";

/** What people see when a page fails. The cause is in the log, under the digest. */
export default function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Notice title="This page could not be shown">
      <p className="text-ink-muted">The mistake is on our side, and nothing was changed by it. Trying again may help.</p>
      <button
        className="h-8 cursor-pointer rounded-md bg-accent px-3 text-sm font-medium text-accent-ink hover:bg-accent-hover"
        type="button"
        onClick={reset}
      >
        Try again
      </button>
      {error.digest && <p className="text-xs text-ink-faint">For support: {error.digest}</p>}
    </Notice>
  );
}
