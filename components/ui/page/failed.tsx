import { Notice } from "./notice";

interface Props {
  title: string;
  body: string;
  /** Label of the button that tries again. */
  again: string;
  /** Line with the error's digest. */
  forSupport: string | undefined;
  onAgain: () => void;
}

/** A page that could not be shown, with a button to try again. */
export function Failed({ title, body, again, forSupport, onAgain }: Props) {
  return (
    <Notice title={title}>
      <p className="text-ink-muted">{body}</p>
      <button
        className="h-8 cursor-pointer rounded-md bg-accent px-3 text-sm font-medium text-accent-ink hover:bg-accent-hover"
        type="button"
        onClick={onAgain}
      >
        {again}
      </button>
      {forSupport && <p className="text-xs text-ink-faint">{forSupport}</p>}
    </Notice>
  );
}
