"use client";

import { Archive, ArchiveRestore, CornerUpLeft, LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Conversation } from "@/server/desk/tickets/conversation";
import { type Desk, useMayAct, useMayAnswer } from "./desk";

export interface ConversationAct {
  name: "assign" | "handBack" | "archive" | "unarchive";
  shortcut: string;
  icon: ReactNode;
  label: string;
}

/** Acts that are possible on a conversation now. The one that archives or reopens the conversation comes last. */
export function usePossibleActs(desk: Desk, conversation: Conversation | undefined): ConversationAct[] {
  const say = useTranslations("conversation.act");
  const mayAct = useMayAct(desk, conversation);
  const mayAnswer = useMayAnswer(desk);
  if (!conversation || !mayAnswer) return [];
  const { status, assignedToSupportAt, archivingId } = conversation;
  const names: ConversationAct["name"][] = [];
  if (mayAct) {
    // Status null: there are no messages yet, so there is nothing to assign or archive.
    if (assignedToSupportAt) names.push("handBack");
    else if (status !== null) names.push("assign");
    if (assignedToSupportAt || (status !== null && status !== "archived")) names.push("archive");
  }
  if (archivingId && !names.includes("archive")) names.push("unarchive");

  const labels = {
    assign: say("assign"),
    handBack: say(desk === "support" ? "handBack" : "takeBack"),
    archive: say("archive"),
    unarchive: say("unarchive"),
  };
  return names.map((name) => ({ name, ...looks[name], label: labels[name] }));
}

const looks = {
  assign: { shortcut: "a", icon: <LifeBuoy /> },
  handBack: { shortcut: "h", icon: <CornerUpLeft /> },
  archive: { shortcut: "e", icon: <Archive /> },
  unarchive: { shortcut: "u", icon: <ArchiveRestore /> },
};
