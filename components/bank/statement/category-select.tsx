import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/form/select";
import { type CategoryFilter, categoryFilters } from "@/server/domain/rules/statement-list";

interface Props {
  value: CategoryFilter | null;
  options?: readonly CategoryFilter[];
  /** Returns the count to show beside an option. Without it, no counts are shown. */
  countOf?: (category: CategoryFilter) => number;
  onChange: (category: CategoryFilter | null) => void;
}

/** Filters a list of payments by category. */
export function CategorySelect({ value, options = categoryFilters, countOf, onChange }: Props) {
  const say = useTranslations("bank.categories");
  const nameOf = (category: CategoryFilter) => (category === "none" ? say("without") : say(category));
  return (
    <Select
      aria-label={say("name")}
      className="w-56 max-sm:w-full"
      value={value ?? ""}
      onChange={({ target }) => onChange(categoryFilters.find((category) => category === target.value) ?? null)}
    >
      <option value="">{say("all")}</option>
      {options.map((category) => (
        <option key={category} value={category}>
          {countOf ? say("option", { name: nameOf(category), count: countOf(category) }) : nameOf(category)}
        </option>
      ))}
    </Select>
  );
}
