import type { Database } from "@/db/client";
import type { LimitChange } from "@/db/schema/limit-changes";
import type { Actor } from "@/server/actor";
import { env } from "@/server/env";
import { nameForReaders } from "@/server/platform/audit/name-for-readers";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import type { MailKindOf } from "@/server/platform/mail/mail-kinds";

/** Mails a partner's administrators that the limit will be raised or removed, was changed, or stays. */
export async function mailOfLimit(
  tx: Database,
  actor: Actor,
  kind: MailKindOf<"limit">,
  before: number | null,
  { aboveCents, inForceAt }: Pick<LimitChange, "aboveCents" | "inForceAt">,
): Promise<void> {
  const who = await nameForReaders(tx, actor);
  const link = `${env().PUBLIC_URL}/settings/members`;
  await mailEachAdministrator(tx, actor.partnerId, kind, { who, before, after: aboveCents, when: inForceAt.toISOString(), link });
}
