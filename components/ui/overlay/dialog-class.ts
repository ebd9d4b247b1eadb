/**
 * Backdrop of a dialog. Scrolls if the dialog is taller than the screen. It has no padding, since the footer would stick above it, and the
 * form would show below the footer: the distance from the screen's edge is the dialog's margin. A focused field stays clear of the footer.
 */
export const scrimClass =
  "fixed inset-0 z-40 grid place-items-center overflow-y-auto scroll-pb-20 bg-scrim max-sm:scroll-pb-32 max-sm:items-end max-sm:justify-items-stretch [--sticky-top:0px]";

export const dialogClass =
  "float-in my-4 w-[calc(100%-2rem)] min-w-0 rounded-lg border border-line bg-raised shadow-pop focus:outline-none max-sm:my-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none";

export const dialogParts = {
  header: "flex items-start px-6 pt-4 max-sm:px-4",
  title: "text-md",
  body: "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 px-6 py-4 max-sm:px-4",
  // Stays visible, regardless of the form's length.
  footer:
    "sticky bottom-0 flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-raised px-6 py-3 max-sm:flex-col-reverse max-sm:px-4",
} as const;
