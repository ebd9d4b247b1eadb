import {
  Building2,
  CodeXml,
  FileInput,
  House,
  Inbox,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  Settings,
} from "lucide-react";
import type { Messages } from "@/components/translations/messages";

export interface Destination {
  href: string;
  label: keyof Messages["shell"]["navigation"];
  icon: LucideIcon;
  /** Count to show: conversations that wait for an answer, or payments to decide. */
  countName?: "unanswered" | "toDecide";
}

type Role = "administrator" | "member" | "support";

/** Destinations of each role. Only a convenience: rights are checked where an act happens. */
export const navigation: Record<Role, Destination[]> = (() => {
  const home: Destination = { href: "/home", label: "home", icon: House };
  const invoices: Destination = { href: "/invoices", label: "invoices", icon: ReceiptText };
  const imports: Destination = { href: "/imports", label: "imports", icon: FileInput };
  const tickets: Destination = { href: "/tickets", label: "tickets", icon: Inbox, countName: "unanswered" };
  const bank: Destination = { href: "/bank", label: "bank", icon: Landmark, countName: "toDecide" };
  const companies: Destination = { href: "/companies", label: "companies", icon: Building2 };
  const developers: Destination = { href: "/developers", label: "developers", icon: CodeXml };
  const settings: Destination = { href: "/settings", label: "settings", icon: Settings };
  return {
    administrator: [home, invoices, imports, tickets, bank, companies, developers, settings],
    member: [home, invoices, imports, tickets, bank, companies, settings],
    support: [{ href: "/support", label: "support", icon: MessagesSquare, countName: "unanswered" }, settings],
  };
})();

/** Whether a page belongs to a destination: its path is the destination's, or below it. */
export function isAt(pathname: string, { href }: Destination): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
