"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useId } from "react";
import { Trouble } from "@/components/failures/trouble";
import { Segmented } from "@/components/ui/form/segmented";
import { Select } from "@/components/ui/form/select";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";
import { isLocale, locales, nameOfLocale } from "@/server/domain/formats/locales";
import type { Preview } from "@/server/previews/list-previews";
import type { PreviewOf } from "@/server/previews/preview-of";
import { MessageChoice } from "./message-choice";
import { keyOf, NOW, previewAddress, previewViews, previewWidths } from "./preview-address";
import { ShownMail } from "./shown-mail";
import { ShownPage } from "./shown-page";

interface Props {
  /** Undefined if no customer is chosen: then there is only the choice. */
  of: PreviewOf | undefined;
  preview: { data: Preview | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown };
  /** Choice of the customer, or a note about the example. */
  choice: ReactNode;
}

/** A preview: on the left the customer and the messages of the plan, on the right the chosen message or page. */
export function PreviewDesk({ of, preview, choice }: Props) {
  const { error, refetch, isPlaceholderData } = preview;
  const say = useTranslations("previews");
  const [{ message, show, width, language }, set] = useQueryStates(previewAddress, { history: "replace" });
  const languageId = useId();
  const data = of && preview.data;
  const messages = data?.messages ?? [];
  // Shown if no message is chosen, or if the chosen one no longer exists: the next message to be sent, or if all were sent, the first.
  const proposed = message === NOW ? undefined : (messages.find((each) => !each.hasLeft) ?? messages[0]);
  const chosen = messages.find((each) => keyOf(each) === message) ?? proposed;
  const isPageAlone = messages.length === 0 || message === NOW;
  const view = isPageAlone ? "page" : show;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[19rem_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]">
      <div className="grid min-w-0 gap-6">
        <p className="text-sm text-ink-muted">{say("note")}</p>
        {choice}
        {data && <MessageChoice messages={messages} chosen={chosen} onChoose={(key) => void set({ message: key })} />}
        {of && !data && !error && <Skeleton />}
      </div>
      {of && (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <div className="flex flex-wrap items-center gap-3">
            {!isPageAlone && (
              <Segmented
                name={say("view")}
                value={view}
                segments={previewViews.map((value) => ({ value, label: say(value) }))}
                onChange={(value) => void set({ show: value })}
              />
            )}
            {view !== "text" && (
              <Segmented
                name={say("width")}
                value={width}
                segments={previewWidths.map((value) => ({ value, label: say(value) }))}
                onChange={(value) => void set({ width: value })}
              />
            )}
            <div className="flex items-center gap-2 text-sm max-sm:w-full">
              <label htmlFor={languageId}>{say("language")}</label>
              <Select
                id={languageId}
                className="min-w-0 max-sm:flex-1"
                value={language ?? ""}
                onChange={({ target: { value } }) => void set({ language: isLocale(value) ? value : null })}
              >
                <option value="">
                  {say("companyId" in of ? "ownExample" : "own", { language: data ? nameOfLocale[data.locale] : "…" })}
                </option>
                {locales.map((locale) => (
                  <option key={locale} value={locale} lang={locale}>
                    {nameOfLocale[locale]}
                  </option>
                ))}
              </Select>
            </div>
          </div>
          {error !== null && <Trouble title={say("failed")} error={error} onRetry={() => void refetch()} />}
          {!error && !data && <LoadingNote />}
          {data && !error && (
            <div
              className={clsx("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4", isPlaceholderData && "opacity-60")}
              aria-busy={isPlaceholderData}
            >
              <p role="status" className="text-sm text-ink-muted">
                {say("shown", { name: data.customerName, number: data.externalInvoiceNumber })}
              </p>
              {view === "page" ? (
                <ShownPage of={of} locale={language} message={chosen?.hasLeft ? undefined : chosen} width={width} />
              ) : (
                chosen && <ShownMail of={of} locale={language} message={chosen} isText={view === "text"} width={width} />
              )}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
