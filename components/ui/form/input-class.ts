/** Look of every text field, in all its states. */
export const inputClass = [
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink max-sm:text-md",
  "focus-visible:rounded-md focus-visible:border-focus focus-visible:-outline-offset-1",
  "aria-invalid:border-late aria-invalid:[box-shadow:inset_3px_0_0_var(--color-late-mark)]",
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint",
].join(" ");

/** Heights of a one-line field. md: 32 pixels, or 40 on a phone. tall: 40, in a form that fills a page. */
export const inputHeight = { md: "h-8 max-sm:h-10", tall: "h-10" } as const;
