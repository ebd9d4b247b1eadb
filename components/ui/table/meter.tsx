/** Progress as a bar. The figures are shown beside it in words. */
export function Meter({ name, value, max, text }: { name: string; value: number; max: number; text?: string }) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className="h-1.5 overflow-hidden rounded-sm bg-line forced-colors:border"
    >
      <svg width="100%" height="6" preserveAspectRatio="none" aria-hidden="true" className="block">
        <rect width={`${share * 100}%`} height="6" className="fill-accent-text forced-colors:fill-[Highlight]" />
      </svg>
    </div>
  );
}
