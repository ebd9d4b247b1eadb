import { useTranslations } from "next-intl";
import { EntriesSkeleton } from "@/components/conversations/conversation/conversation-skeleton";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";
import { frame, panes } from "./inbox-layout";

/** The three panes before their data arrives. `withConversation`: a conversation is open. */
export function InboxSkeleton({ title, withConversation }: { title: string; withConversation: boolean }) {
  const say = useTranslations("conversation.pane");
  return (
    <div className={frame}>
      <section aria-label={say("list")} className={`${panes.list} ${withConversation ? "max-md:hidden" : ""}`}>
        <div className="flex min-h-14 items-center border-b border-line px-4 py-2">
          <h2>{title}</h2>
        </div>
        <div className="flex h-9 items-center gap-5 border-b border-line px-4 max-sm:h-11">
          <Skeleton className="w-20" />
          <Skeleton className="w-16" />
          <Skeleton className="w-16" />
        </div>
        <RowsSkeleton />
      </section>
      {withConversation ? (
        <>
          <section aria-label={say("conversation")} className={panes.conversation}>
            <div className="flex min-h-14 items-center border-b border-line px-6 py-2 max-sm:px-4">
              <Skeleton className="w-40" />
            </div>
            <div className="p-6 max-sm:p-4">
              <EntriesSkeleton />
            </div>
          </section>
          <section aria-label={say("facts")} className={`${panes.facts} max-xl:hidden`}>
            <FactsSkeleton />
          </section>
        </>
      ) : (
        <div className={panes.nothing} />
      )}
    </div>
  );
}

/** Placeholders for rows of the list. */
export function RowsSkeleton() {
  return (
    <div>
      <LoadingNote />
      {["w-32", "w-40", "w-28", "w-36", "w-30", "w-38"].map((width) => (
        <div key={width} className="grid gap-1 border-b border-line px-4 py-3">
          <span className="flex h-5 items-center justify-between">
            <Skeleton className={width} />
            <Skeleton className="w-16" />
          </span>
          <span className="flex h-4 items-center">
            <Skeleton className="w-44" />
          </span>
          <span className="grid h-10 content-center gap-2.5">
            <Skeleton className="w-full" />
            <Skeleton className="w-2/3" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Placeholders for the facts about an invoice. */
export function FactsSkeleton() {
  return (
    <>
      <div className="flex min-h-14 items-center border-b border-line px-4 py-2">
        <Skeleton className="w-32" />
      </div>
      <div className="grid gap-6 p-4">
        <Skeleton className="h-5.5 w-40" />
        <Skeleton className="h-7 w-32" />
        <div className="grid gap-4">
          <Skeleton className="w-full" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
        <div className="grid gap-4">
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      </div>
    </>
  );
}
