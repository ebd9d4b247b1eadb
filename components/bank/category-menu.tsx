"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { type PlainCategory, plainCategories } from "@/server/domain/rules/statement-list";

interface Props {
  onChoose: (category: PlainCategory) => void;
  /** Asks for the words of the category "Other". */
  onOther: () => void;
  trigger: ReactElement;
}

/** Menu of categories. The chosen one also marks the payment as unrelated to invoices. */
export default function CategoryMenu({ onChoose, onOther, trigger }: Props) {
  const say = useTranslations("bank.categories");
  return (
    <Menu trigger={trigger} defaultOpen>
      {plainCategories.map((category) => (
        <MenuItem key={category} icon={<Tag />} onSelect={() => onChoose(category)}>
          {say(category)}
        </MenuItem>
      ))}
      <MenuItem icon={<Tag />} onSelect={onOther}>
        {`${say("other")}…`}
      </MenuItem>
    </Menu>
  );
}
