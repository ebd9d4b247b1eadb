/** The logo and the name. The logo's two bottom lines repeat the double line under sums. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-[-0.01em]">
      <svg className="size-4.5 flex-none text-accent-text" viewBox="0 0 18 18" aria-hidden="true">
        <path d="M2 4.5h10M2 9h7M2 13.5h14M2 16.5h14" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
      Collection
    </span>
  );
}
