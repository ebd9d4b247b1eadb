"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastDone } from "@/components/ui/overlay/toast";

interface EditDialog {
  /** Version of the stored record, as the page has last loaded it. */
  stored: string;
  /** Whether the reader has changed a field. */
  isDirty: boolean;
  /** `reset` of react-hook-form. */
  reset: (values: undefined, options: { keepDirtyValues: false; keepDirty: false }) => void;
  refusal: { refuse: (error: unknown) => string; forget: () => void };
  setOpen: (open: boolean) => void;
  /** Text of the toast that follows the change. */
  done: string;
}

/**
 * Keeps a dialog for editing a record from overwriting other people's changes unseen. Returns the version to send with the reader's change,
 * the function that closes the dialog, and the callbacks of the mutation (`ends`).
 */
export function useEditDialog({ stored, isDirty, reset, refusal, setOpen, done }: EditDialog) {
  const queries = useQueryClient();
  const { version, showStored, forget } = useSeenVersion(stored, isDirty);
  function leave() {
    // Overrides the form's own options, which would keep typed values even after they were saved or discarded.
    reset(undefined, { keepDirtyValues: false, keepDirty: false });
    forget();
    refusal.forget();
    setOpen(false);
  }
  return {
    version,
    close: leave,
    ends: {
      onSuccess: async () => {
        await queries.invalidateQueries();
        leave();
        toastDone(done);
      },
      onError: (error: unknown) => {
        if (refusal.refuse(error) !== "changed_meanwhile") return;
        // Fields that the reader has not changed get the stored values; the reader decides about the others.
        showStored();
        void queries.invalidateQueries();
      },
    },
  };
}

/**
 * Returns the version on which the reader's change is based. A newer version that the page loads while the reader types counts only once
 * the reader was told of it (`showStored`); otherwise the reader's change would overwrite another person's unseen.
 */
function useSeenVersion(stored: string, isDirty: boolean) {
  const [version, setVersion] = useState(stored);
  const [readerKnows, setReaderKnows] = useState(false);
  if (version !== stored && (!isDirty || readerKnows)) {
    setVersion(stored);
    setReaderKnows(false);
  }
  return { version, showStored: () => setReaderKnows(true), forget: () => setReaderKnows(false) };
}
