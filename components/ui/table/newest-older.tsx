import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/form/button-link";

interface Props {
  /** Address of the newest entries; null if they are shown now. */
  newest: string | null;
  /** Address of the next older entries; null at the end. */
  older: string | null;
}

/** Links below a list to which only newer entries are added, and which has no numbered pages. */
export function NewestOlder({ newest, older }: Props) {
  const say = useTranslations("ui");
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {newest && (
        <ButtonLink size="sm" href={newest}>
          {say("newest")}
        </ButtonLink>
      )}
      {older && (
        <ButtonLink size="sm" href={older}>
          {say("older")}
        </ButtonLink>
      )}
    </div>
  );
}
