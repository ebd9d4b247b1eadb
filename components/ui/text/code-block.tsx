import { clsx } from "clsx";
import { CopyButton } from "@/components/ui/form/copy-button";

interface Props {
  /** Name of the text, which is also read after "Copy". */
  name: string;
  text: string;
  /** Sentence below the text. */
  hint?: string;
  /** Whether long lines wrap instead of scrolling. The text's box is then lower. */
  wrap?: boolean;
}

/** Text for machines, to view and to copy. */
export function CodeBlock({ name, text, hint, wrap }: Props) {
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <header className="flex items-center gap-1 text-sm">
        <h3 className="font-medium">{name}</h3>
        <CopyButton value={text} name={name} />
      </header>
      <CodeText text={text} wrap={wrap} />
      {hint && <p className="text-xs text-ink-faint">{hint}</p>}
    </section>
  );
}

/** Text for machines, which scrolls once it is long. */
export function CodeText({ text, wrap = false }: Pick<Props, "text" | "wrap">) {
  const size = wrap ? "max-h-56 whitespace-pre-wrap wrap-anywhere" : "max-h-96";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard.
    <pre tabIndex={0} className={clsx("overflow-auto rounded-md bg-sunken p-3 font-mono text-xs", size)}>
      {text}
    </pre>
  );
}
