import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";

/** Placeholders for messages: one at the left, one at the right, one at the left. */
export function EntriesSkeleton() {
  return (
    <div className="grid gap-5">
      <LoadingNote />
      <MessageSkeleton />
      <div className="ml-12 max-sm:ml-6">
        <MessageSkeleton />
      </div>
      <MessageSkeleton />
    </div>
  );
}

function MessageSkeleton() {
  return (
    <div className="grid max-w-152 gap-1.5">
      <div className="flex h-5 items-center">
        <Skeleton className="w-48" />
      </div>
      <div className="grid gap-2.5 rounded-lg border border-line px-4 py-4">
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
      </div>
    </div>
  );
}
