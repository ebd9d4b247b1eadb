import type { Locale } from "@/server/domain/formats/locales";
import { withValuesFitted } from "@/server/domain/words/spelling";
import { html, type Markup } from "@/server/platform/html";
import { documentOf } from "./document";
import { field, notice } from "./parts";
import type { Say } from "./reading";

interface GenuinePage {
  say: Say;
  locale: Locale;
  style: string;
  /** The code as typed. */
  typed: string;
  /** Sender and day of the message, or the reason why there is no answer. Absent if no code was entered yet. */
  answer?: Sent | "no" | "tooMany";
}

interface Sent {
  company: string;
  number: string;
  date: string;
}

/** Longer than a code, so that a code pasted with spaces around it is not truncated. */
const LONGEST_CODE = 100;

/** Page that shows whether a message is genuine. Does not reveal its recipient or subject. */
export function genuinePage({ say, locale, style, typed, answer }: GenuinePage): Markup {
  const title = say("genuine.title");
  const body = html`<main class="sheet">
<header class="stack tight"><h1>${title}</h1><p>${say("genuine.intro")}</p></header>
${answer && answerOf(answer, say, locale)}
<form class="stack" method="post" action="/genuine">
${field({
  id: "code",
  label: say("genuine.label"),
  hint: say("genuine.hint"),
  autocomplete: "off",
  maxlength: LONGEST_CODE,
  control: (attributes) => html`<input${attributes} type="text" value="${typed}" autocapitalize="characters" spellcheck="false" required>`,
})}
<button class="button primary">${say("genuine.check")}</button>
</form>
</main>`;
  return documentOf({ locale, title, style, body });
}

function answerOf(answer: NonNullable<GenuinePage["answer"]>, say: Say, locale: Locale): Markup {
  if (answer === "tooMany") return notice("attention", html`<p>${say("genuine.tooMany")}</p>`, "alert");
  if (answer === "no") return notice("late", html`<p><b>${say("genuine.no")}</b></p><p>${say("genuine.noBody")}</p>`, "alert");
  return notice(
    "done",
    html`<p><b>${withValuesFitted(say("genuine.yes", { ...answer }), locale)}</b> ${say("genuine.about", { ...answer })}</p><p>${say("genuine.yesBody")}</p>`,
    "status",
  );
}
