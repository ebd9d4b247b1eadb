import { useTranslations } from "next-intl";
import { LoadingNote, TableSkeleton } from "@/components/ui/page/skeleton";
import { useEndpointColumns } from "./use-endpoint-columns";

/** The endpoints before their data arrives. */
export function EndpointsSkeleton() {
  const say = useTranslations("endpoints");
  const columns = useEndpointColumns();
  return (
    <>
      <LoadingNote />
      <TableSkeleton
        caption={say("title")}
        columns={columns.map(({ id, ...cellProps }) => cellProps)}
        rows={2}
        density="roomy"
        flush
        cards
      />
    </>
  );
}
