import { FileText, type LucideIcon, Mail, Smartphone, TriangleAlert } from "lucide-react";
import type { Reach } from "@/server/domain/reach";

/** In the order in which a customer is tried to be reached. */
export const reaches = ["email", "sms", "letter", "nobody"] as const satisfies readonly Reach[];

export const reachIcons = { email: Mail, sms: Smartphone, letter: FileText, nobody: TriangleAlert } satisfies Record<Reach, LucideIcon>;
