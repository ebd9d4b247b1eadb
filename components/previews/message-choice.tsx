"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/page/section";
import { useRegion } from "@/components/ui/text/region";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import type { PreviewedMessage } from "@/server/previews/list-previews";
import { keyOf, NOW } from "./preview-address";

interface Props {
  messages: PreviewedMessage[];
  /** Undefined: the page as it is now. */
  chosen: PreviewedMessage | undefined;
  onChoose: (key: string) => void;
}

/** The messages of a plan in order, with their days. */
export function MessageChoice({ messages, chosen, onChoose }: Props) {
  const say = useTranslations("previews");
  const items = useTranslations("collection.items");
  const region = useRegion();
  return (
    <Section title={say("messages")}>
      {messages.length === 0 && <p className="text-sm text-ink-muted">{say("none")}</p>}
      <ul className="grid gap-0.5">
        {messages.map((message) => {
          const { kind, at, hasLeft, invoicesCount } = message;
          const day = formatDay(dayAt(at), region, "long");
          return (
            <Choice key={keyOf(message)} name={items(kind)} isChosen={message === chosen} onChoose={() => onChoose(keyOf(message))}>
              {say(hasLeft ? "left" : "will", { day })}
              {invoicesCount !== null && invoicesCount > 1 && <span className="block">{say("several", { count: invoicesCount })}</span>}
            </Choice>
          );
        })}
        <Choice name={say("now")} isChosen={chosen === undefined} onChoose={() => onChoose(NOW)} />
      </ul>
    </Section>
  );
}

interface ChoiceProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children?: React.ReactNode;
}

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={clsx(
          "grid min-h-8 w-full cursor-pointer content-center rounded-md px-2.5 py-1.5 text-left text-sm max-sm:min-h-11",
          isChosen ? "bg-sunken font-medium text-ink" : "text-ink-muted hover:bg-sunken hover:text-ink",
        )}
      >
        <span>{name}</span>
        {children && <span className="text-xs font-normal text-ink-muted">{children}</span>}
      </button>
    </li>
  );
}
