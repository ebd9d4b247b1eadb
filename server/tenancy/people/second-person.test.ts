import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { securityEvents } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { approveRefundFile } from "@/server/bank/refund-files/approve-refund-file";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { listRefundFiles } from "@/server/bank/refund-files/list-refund-files";
import { listProposals } from "@/server/billing/approvals/list-proposals";
import { describeSecondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { confirmLimit, setSecondPersonRule } from "@/server/billing/approvals/set-second-person-rule";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { approveProposal } from "@/server/desk/approvals/decide-proposal";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { recordEvent } from "@/server/platform/audit/record-event";
import { changeBankAccount } from "@/server/tenancy/bank-accounts/change-bank-account";
import { confirmChange } from "@/server/tenancy/bank-accounts/decide-change";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { resetMemberFactors } from "@/server/tenancy/factors/reset-factors";
import { type GivenPartner, givenInvoice, givenPartner } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { type GivenMember, givenMember } from "@/server/testing/given-person";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { changeMember } from "./change-member";
import { createUser } from "./create-user";
import { disableMember } from "./disable-member";
import { enableMember } from "./enable-member";
import { inviteMember } from "./invite-member";
import { loadBlockerOf } from "./second-person";

/** With a password, because only administrators who have accepted count as remaining ones. */
const administrator = { role: "administrator", passwordHash: "a hash" } as const;
const rights = { role: "administrator", accessLevel: "money", companyIds: null } as const;

async function givenAdministrators(partner: GivenPartner) {
  await db.update(partners).set({ secondPersonAboveCents: 100 }).where(eq(partners.id, partner.id));
  return Promise.all([givenMember(partner, administrator), givenMember(partner, administrator), givenMember(partner, administrator)]);
}

/** Invites a person and returns them as an actor. */
async function invite(by: Actor): Promise<Actor> {
  const { id } = await inviteMember(db, by, { ...rights, email: `${crypto.randomUUID()}@new.example` });
  return { ...by, id };
}

/** Returns the blocker of the other person for an act that the asker asked for `askedMsAgo` ms ago. */
async function blocker({ partnerId, id }: Actor, asker: Actor, askedMsAgo = 0) {
  const blockerOf = await loadBlockerOf(db, partnerId, [id ?? ""]);
  return blockerOf(id ?? "", { by: `person:${asker.id}`, at: new Date(Date.now() - askedMsAgo) });
}

describe("for 72 hours, nobody confirms or approves anything who was", () => {
  test.each<[string, (by: Actor, other: GivenMember) => Promise<unknown>]>([
    [
      "enabled again",
      async (by, { actor }) => {
        await disableMember(db, by, actor.id ?? "");
        await enableMember(db, by, actor.id ?? "");
      },
    ],
    ["freed of their factors", (by, { actor }) => resetMemberFactors(db, by, actor.id ?? "")],
    [
      "made an administrator",
      async (by, { actor }) => {
        await changeMember(db, by, actor.id ?? "", { role: "member", accessLevel: "money", companyIds: null });
        await changeMember(db, by, actor.id ?? "", rights);
      },
    ],
    [
      "given a higher access level",
      async (by, { actor }) => {
        await changeMember(db, by, actor.id ?? "", { role: "member", accessLevel: "read", companyIds: null });
        await changeMember(db, by, actor.id ?? "", { role: "member", accessLevel: "money", companyIds: null });
      },
    ],
  ])("%s", async (_, raise) => {
    const partner = await givenPartner();
    const [ana, ben, cleo] = await givenAdministrators(partner);
    expect(await blocker(ben.actor, ana.actor)).toBeNull();
    await raise(cleo.actor, ben);
    expect(await blocker(ben.actor, ana.actor)).toBe("not_settled");
    expect(await blocker(cleo.actor, ana.actor)).toBeNull();
  });

  test("invited, or made by the operator after the partner's first person", async () => {
    const partner = await givenPartner();
    const make = async (name: string) => {
      const made = { name, role: "administrator", locale: "en", partnerId: partner.id } as const;
      const { id } = await createUser(db, { ...made, email: `${crypto.randomUUID()}@new.example` });
      return { ...partner.actor, kind: "person", id } as const;
    };
    const [first, second] = [await make("Ana"), await make("Ben")];
    expect(await blocker(first, second)).toBeNull();
    expect(await blocker(second, first)).toBe("not_settled");
    expect(await blocker(await invite(first), second)).toBe("not_settled");
  });
});

test("lower rights, and what a person does about their own factors, lock nobody out", async () => {
  const [ana, ben] = await givenAdministrators(await givenPartner());
  await changeMember(db, ana.actor, ben.actor.id ?? "", { role: "member", accessLevel: "money", companyIds: null });
  await recordEvent(db, ben.actor, "factor_added", { about: `person:${ben.actor.id}` });
  expect(await blocker(ben.actor, ana.actor)).toBeNull();
});

test("a person let in by the author less than 72 hours before asking, or afterwards, never approves that act", async () => {
  const partner = await givenPartner();
  const [ana, ben] = await givenAdministrators(partner);
  const at = (hoursAgo: number) =>
    db.insert(securityEvents).values({
      partnerId: partner.id,
      kind: "member_enabled",
      actor: `person:${ana.actor.id}`,
      about: `person:${ben.actor.id}`,
      happenedAt: new Date(Date.now() - hoursAgo * HOUR_MS),
    });
  await at(80);
  expect(await blocker(ben.actor, ana.actor, 0)).toBeNull();
  expect(await blocker(ben.actor, ana.actor, 9 * HOUR_MS)).toBe("not_settled");
  expect(await blocker(ben.actor, ana.actor, 90 * HOUR_MS)).toBe("not_settled");
  // For acts of other people, 72 hours are enough.
  const [cleo] = await givenAdministrators(partner);
  expect(await blocker(ben.actor, cleo.actor, 90 * HOUR_MS)).toBeNull();
});

test("in a sandbox everybody but the author approves at once", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const [ana] = await givenAdministrators(partner);
  const invited = await invite(ana.actor);
  expect(await blocker(invited, ana.actor)).toBeNull();
  expect(await blocker(ana.actor, ana.actor)).toBe("own");
});

describe("an accomplice who was just invited", () => {
  test("confirms no change of a bank account", async () => {
    const { partner, account } = await givenBankingCompany();
    const [ana] = await givenAdministrators(partner);
    const { waiting } = await changeBankAccount(db, ana.actor, account.id, accountFacts());
    const invited = await invite(ana.actor);
    await expect(confirmChange(db, invited, account.id, waiting?.id ?? "")).rejects.toMatchObject({ code: "approver_not_settled" });
    expect((await getBankAccount(db, invited, account.id)).waiting).toMatchObject({ blocker: "not_settled" });
  });

  test("approves no payment", async () => {
    const partner = await givenPartner();
    const [ana] = await givenAdministrators(partner);
    await propose(partner, ana.actor);
    const invited = await invite(ana.actor);
    const [proposal] = await listProposals(db, invited);
    expect(proposal).toMatchObject({ blocker: "not_settled", aloneFrom: null });
    await expect(approveProposal(db, invited, proposal?.id ?? "", seen)).rejects.toMatchObject({ code: "approver_not_settled" });
  });

  test("approves no file for the bank", async () => {
    const { payoutId, ana } = await givenPayout();
    const invited = await invite(ana.actor);
    await expect(approveRefundFile(db, invited, payoutId)).rejects.toMatchObject({ code: "approver_not_settled" });
    expect(await listRefundFiles(db, invited, null)).toMatchObject([{ blocker: "not_settled" }]);
  });

  test("confirms no limit", async () => {
    const [ana] = await givenAdministrators(await givenPartner());
    await setSecondPersonRule(db, ana.actor, { aboveCents: null });
    const invited = await invite(ana.actor);
    const { waiting } = await describeSecondPersonRule(db, invited);
    expect(waiting).toMatchObject({ blocker: "not_settled" });
    await expect(confirmLimit(db, invited, waiting?.id ?? "")).rejects.toMatchObject({ code: "approver_not_settled" });
  });
});

const seen = { lines: 1, refunds: 0 };

/** A payment above the limit. */
async function propose(partner: GivenPartner, actor: Actor) {
  const invoice = await givenInvoice(partner, { amountCents: 5_000, transmitted: true });
  const payment = { amountCents: 5_000, reason: "Statement 12", mayExceed: false };
  expect(await recordExternalPayment(db, actor, invoice.id, 1, payment)).toBe("proposed");
}

/** A file above the limit, made by the first administrator, who may be the only one. */
async function givenPayout({ alone = false } = {}) {
  const given = await givenBankingCompany();
  const [ana, ...others] = await givenAdministrators(given.partner);
  if (alone) for (const { actor } of others) await disableMember(db, ana.actor, actor.id ?? "");
  await given.told([{ cents: 700, iban: "NL20INGB0001234567", bankReference: "B1" }]);
  const [came] = await given.transactions();
  await setAside(db, given.partner.actor, { transactionId: came?.id ?? "", seenDecisions: 0 }, "to_return");
  const chosen = { kind: "transaction", id: came?.id ?? "", amountCents: 700, iban: "NL20INGB0001234567" } as const;
  return { ...given, ana, payoutId: await createRefundFile(db, ana.actor, given.company.id, [chosen]) };
}

describe("where nobody may approve it, it waits 24 hours, all administrators are mailed, and then its author may:", () => {
  const later = (actor: Actor, ms: number): Actor => ({ ...actor, clockOffsetMs: ms });

  test("a payment", async () => {
    const partner = await givenPartner();
    const [ana, ben, cleo] = await givenAdministrators(partner);
    await disableMember(db, ana.actor, ben.actor.id ?? "");
    await resetMemberFactors(db, ana.actor, cleo.actor.id ?? "");
    await propose(partner, ana.actor);
    for (const { person } of [ana, cleo]) {
      expect((await mailsTo(person.email)).map(({ subject }) => subject)).toContain("Money is waiting, and nobody can approve it");
    }
    const [proposal] = await listProposals(db, ana.actor);
    const approve = (actor: Actor) => approveProposal(db, actor, proposal?.id ?? "", seen);
    await expect(approve(ana.actor)).rejects.toMatchObject({ code: "proposal_is_own" });
    await expect(approve(cleo.actor)).rejects.toMatchObject({ code: "approver_not_settled" });
    await expect(approve(later(ana.actor, DAY_MS - MINUTE_MS))).rejects.toMatchObject({ code: "proposal_is_own" });
    const tomorrow = later(ana.actor, DAY_MS + MINUTE_MS);
    expect(await listProposals(db, tomorrow)).toMatchObject([{ isOwn: true, blocker: null }]);
    await approve(tomorrow);
  });

  test("a file for the bank", async () => {
    const { ana, payoutId } = await givenPayout({ alone: true });
    await expect(approveRefundFile(db, ana.actor, payoutId)).rejects.toMatchObject({ code: "payout_is_own" });
    await approveRefundFile(db, later(ana.actor, DAY_MS + MINUTE_MS), payoutId);
    const { payoutId: withOthers, ana: another } = await givenPayout();
    await expect(approveRefundFile(db, later(another.actor, 9 * DAY_MS), withOthers)).rejects.toMatchObject({ code: "payout_is_own" });
  });

  test("in a sandbox without the wait", async () => {
    const partner = await givenPartner({ isSandbox: true });
    const [ana, ...others] = await givenAdministrators(partner);
    for (const { actor } of others) await disableMember(db, ana.actor, actor.id ?? "");
    await propose(partner, ana.actor);
    const [proposal] = await listProposals(db, ana.actor);
    await approveProposal(db, ana.actor, proposal?.id ?? "", seen);
  });
});
