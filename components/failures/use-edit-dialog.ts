"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastDone } from "@/components/ui/overlay/toast";

interface EditDialog {
  /** Version of the stored record. */
  stored: string;
  /** Whether the reader has changed a field. */
  isDirty: boolean;
  /** Resets the form, of react-hook-form. */
  reset: (values: undefined, options: { keepDirtyValues: false; keepDirty: false }) => void;
  refusal: { refuse: (error: unknown) => string; forget: () => void };
  setOpen: (open: boolean) => void;
  /** Text of the toast that follows the change. */
  done: string;
}

/** Version to send with a change of a record, and callbacks of its dialog: to close it, and for the two ends of its mutation. */
export function useEditDialog({ stored, isDirty, reset, refusal, setOpen, done }: EditDialog) {
  const queries = useQueryClient();
  const { version, showStored, forget } = useSeenVersion(stored, isDirty);
  function leave() {
    // Without these, the form's own options would keep what was typed, also after it was saved or discarded.
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
 * The version on which the reader's changes are based. A version that the page loads while they type counts only once they were told of it
 * (`showStored`). Otherwise their change would replace another person's without a word.
 */
function useSeenVersion(stored: string, isDirty: boolean) {
  const [version, setVersion] = useState(stored);
  const [isTold, setTold] = useState(false);
  if (version !== stored && (!isDirty || isTold)) {
    setVersion(stored);
    setTold(false);
  }
  return { version, showStored: () => setTold(true), forget: () => setTold(false) };
}
