"use client";

import { useQueryClient } from "@tanstack/react-query";
import { toastDone } from "@/components/ui/overlay/toast";

interface EditDialog {
  /** Fills the form with the stored values again. */
  reset: () => void;
  refusal: { refuse: (error: unknown) => string; forget: () => void };
  setOpen: (open: boolean) => void;
  /** Text of the toast that follows the change. */
  done: string;
}

/** Callbacks of a dialog that changes a record: to close it, and for the two ends of its mutation. */
export function useEditDialog({ reset, refusal, setOpen, done }: EditDialog) {
  const queries = useQueryClient();
  function leave() {
    refusal.forget();
    setOpen(false);
  }
  return {
    close: () => {
      reset();
      leave();
    },
    ends: {
      onSuccess: async () => {
        await queries.invalidateQueries();
        leave();
        toastDone(done);
      },
      onError: (error: unknown) => {
        // Fields that the reader has not changed get the stored values; the reader decides about the others.
        if (refusal.refuse(error) === "changed_meanwhile") void queries.invalidateQueries();
      },
    },
  };
}
