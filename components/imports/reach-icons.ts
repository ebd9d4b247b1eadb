import { FileText, type LucideIcon, Mail, Smartphone, TriangleAlert } from "lucide-react";
import type { Reach } from "@/server/domain/rules/reach";

export const reachIcons = { email: Mail, sms: Smartphone, letter: FileText, nobody: TriangleAlert } satisfies Record<Reach, LucideIcon>;
