import { type ReactNode, useId } from "react";

/** One setting: its explanation on the left, the controls on the right. */
export function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-4 border-t border-line py-8 first:border-0 first:pt-6 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header className="grid gap-1">
        <h2 id={headingId}>{title}</h2>
        {about && <p className="text-sm text-ink-muted">{about}</p>}
      </header>
      <div className="grid max-w-112 grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </section>
  );
}
