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
  refusal: { show: (error: unknown) => string; forget: () => void };
  setOpen: (open: boolean) => void;
  /** Text of the toast that follows the change. */
  done: string;
}

/**
 * Keeps a dialog for editing a record from overwriting other people's changes unseen. Returns the version to send with the reader's change,
 * the function that closes the dialog, and the callbacks of the mutation.
 */
export function useEditDialog({ stored, isDirty, reset, refusal, setOpen, done }: EditDialog) {
  const queries = useQueryClient();
  const { version, adoptStored, forget } = useSeenVersion(stored, isDirty);
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
    callbacks: {
      onSuccess: async () => {
        await queries.invalidateQueries();
        leave();
        toastDone(done);
      },
      onError: (error: unknown) => {
        if (refusal.show(error) !== "changed_meanwhile") return;
        // The refusal has told the reader of another person's change. Fields that the reader has not edited get the stored values; the
        // reader decides about the others.
        adoptStored();
        void queries.invalidateQueries();
      },
    },
  };
}

/**
 * Returns the version on which the reader's change is based. If the page loads a newer version while the reader types, the change stays
 * based on the older one, so that the server refuses it. `adoptStored`: the reader has been told of the newer version, and the change is
 * based on that from now on.
 */
function useSeenVersion(stored: string, isDirty: boolean) {
  const [version, setVersion] = useState(stored);
  const [isReaderTold, setReaderTold] = useState(false);
  const hasNewer = version !== stored;
  if (hasNewer && (!isDirty || isReaderTold)) {
    setVersion(stored);
    setReaderTold(false);
  }
  return { version, adoptStored: () => setReaderTold(true), forget: () => setReaderTold(false) };
}
