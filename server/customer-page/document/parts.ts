import { html, type Markup, type Piece } from "@/server/platform/html";

/** Icons from Lucide, as in the portal. */
const icons = {
  check: html`<path d="M21.801 10A10 10 0 1 1 17 3.335"/><path d="m9 11 3 3L22 4"/>`,
  alert: html`<circle cx="12" cy="12" r="10"/><path d="M12 8v4"/><path d="M12 16h.01"/>`,
  info: html`<circle cx="12" cy="12" r="10"/><path d="M12 16v-4"/><path d="M12 8h.01"/>`,
  download: html`<path d="M12 15V3"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/><path d="m7 10 5 5 5-5"/>`,
  shield: html`<path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"/><path d="m9 12 2 2 4-4"/>`,
  pencil: html`<path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"/><path d="m15 5 4 4"/>`,
};

export function icon(name: keyof typeof icons): Markup {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg>`;
}

const iconOfTone = { done: "check", moving: "info", attention: "alert", waiting: "info", late: "alert" } as const;

/** Box with a message. Screen readers announce an alert immediately. */
export function notice(tone: keyof typeof iconOfTone, text: Piece, role: "status" | "alert" | null = null): Markup {
  return html`<div class="notice ${tone}"${role && html` role="${role}"`}>${icon(iconOfTone[tone])}<div>${text}</div></div>`;
}

export interface FieldOptions {
  id: string;
  label: string;
  value?: string | null;
  hint?: string;
  /** Why the typed value was refused; absent if it was not. */
  problem?: string;
  type?: "text" | "email" | "tel";
  autocomplete?: string;
  /** 0 for no limit. */
  maxlength?: number;
  /** Renders a control other than a one-line input. */
  control?: (attributes: Markup) => Markup;
}

/** A control with its label above, and its hint or problem below. */
export function field({ id, label, value, hint, problem, type = "text", autocomplete, maxlength = 255, control }: FieldOptions): Markup {
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const attributes = html` class="input" id="${id}" name="${id}"${autocomplete && html` autocomplete="${autocomplete}"`}${
    describedBy !== "" && html` aria-describedby="${describedBy}"`
  }${problem && html` aria-invalid="true"`}${maxlength > 0 && html` maxlength="${maxlength}"`}`;
  return html`<div class="field"><label for="${id}">${label}</label>
${control ? control(attributes) : html`<input${attributes} type="${type}" value="${value}">`}
${problem && html`<span class="problem" id="${id}-problem">${problem}</span>`}
${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}</div>`;
}
