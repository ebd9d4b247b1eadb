import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { securityEvents } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { agreeToArrangement } from "@/server/desk/arrangements/agree-to-arrangement";
import { type ArrangementTerms, findArrangementOffer } from "@/server/desk/arrangements/arrangement-offer";
import { endArrangement } from "@/server/desk/arrangements/end-arrangement";
import { type ArrangedPart, type ArrangementEnd, proposeParts } from "@/server/domain/rules/arrangement";
import { givenInstalments } from "./given-instalments";
import type { OfferedInstalments } from "./given-offered-instalments";
import { givenMember } from "./given-person";

/**
 * Creates the invoice of `givenInstalments`, in an import that offers no instalments on the page, and returns the acts of the partner's
 * people on it. `staff`: one of two people, at the time of the sandbox's clock.
 */
export async function givenArrangement({ settings, ...options }: OfferedInstalments = {}) {
  const given = await givenInstalments({ ...options, settings: { instalmentsFromCents: null, ...settings } });
  const { partner, invoice } = given;
  const first = await givenMember(partner);
  const second = await givenMember(partner);
  const staff = async (who: "first" | "second" = "first"): Promise<Actor> => {
    const { clockOffsetMs } = only(
      await db.select({ clockOffsetMs: partners.clockOffsetMs }).from(partners).where(eq(partners.id, partner.id)),
    );
    return { ...(who === "first" ? first : second).actor, clockOffsetMs };
  };
  const offer = async () => findArrangementOffer(db, await staff(), invoice.id);
  const terms = async (): Promise<ArrangementTerms> => {
    const found = await offer();
    if ("reason" in found) throw new Error(`Not possible: ${found.reason}`);
    return found;
  };
  const proposal = async (count: number) => {
    const found = await terms();
    return { seenLines: found.seenLines, parts: proposeParts(found, count) };
  };
  const send = async (arrangement: { seenLines: number; parts: ArrangedPart[] }, who: "first" | "second" = "first") =>
    agreeToArrangement(db, await staff(who), invoice.id, arrangement);
  return {
    ...given,
    staff,
    offer,
    terms,
    proposal,
    send,
    name: first.person.name,
    arrange: async (count: number) => send(await proposal(count)),
    end: async (because: ArrangementEnd = "customer_asked", planId?: string) => {
      const id = planId ?? (await given.plan())?.instalments?.id ?? "";
      return endArrangement(db, await staff(), invoice.id, { planId: id, because });
    },
    events: async () =>
      (await db.select().from(securityEvents).where(eq(securityEvents.partnerId, partner.id)).orderBy(securityEvents.id)).filter(
        ({ kind }) => kind.startsWith("arrangement_"),
      ),
  };
}
