import { useTranslations } from "next-intl";
import { LoadingNote, TableSkeleton } from "@/components/ui/page/skeleton";
import { useKeyColumns } from "./use-key-columns";

/** The keys before their data arrives. */
export function KeysSkeleton() {
  const say = useTranslations("developers");
  const columns = useKeyColumns();
  return (
    <>
      <LoadingNote />
      <TableSkeleton
        caption={say("keys.title")}
        columns={columns.map(({ id, ...cellProps }) => cellProps)}
        rows={3}
        density="roomy"
        flush
        cards
      />
    </>
  );
}
