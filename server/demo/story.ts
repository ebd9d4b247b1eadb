import type { companies } from "@/db/schema/companies";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { chooseItems, titleOf } from "./campaigns";
import { type Batch, type Club, partnerPlans } from "./clubs";
import { addDays, OFFICE_HOURS, onDay, startOfDay } from "./days";
import { InvoiceStory } from "./invoice-story";
import { inventMembers, type Member } from "./members";
import { sendReminders } from "./messages";
import { happen } from "./plots";
import { type Random, randomFrom } from "./random";
import { happenToShowcase, showcaseItems, showcaseMember } from "./showcase";
import { words } from "./words/words";

/** The values from which a story follows. */
interface Beginning {
  seed: number;
  now: Date;
  brands: readonly string[];
}

/** An import of the story. */
interface ToldImport {
  id: string;
  companyId: string;
  partnerId: string;
  title: string;
  expectedInvoicesCount: number | null;
  createdAt: Date;
  transmittedAt: Date | null;
  /** Number of days from the import's transmission by `playSeason` to the present; null if it is not part of a season. */
  liveSinceDays: number | null;
}

/** An invoice of the story, with its events. */
export interface ToldInvoice {
  id: string;
  import: ToldImport;
  story: InvoiceStory;
}

/** All records of the story. Invoices are in order of creation. */
export interface Story {
  /** Both are sandboxes, because all of their data is invented. */
  partners: { id: string; name: string; isSandbox: boolean; createdAt: Date }[];
  companies: (typeof companies.$inferInsert)[];
  imports: ToldImport[];
  invoices: ToldInvoice[];
}

/** A club, with the state that is passed on from batch to batch. */
interface PlayingClub {
  club: Club;
  companyId: string;
  partnerId: string;
  members: Member[];
  invoiceCount: number;
}

const PARTNER_SINCE_DAYS = 420;
const COMPANY_SINCE_DAYS = 400;

/** Creates the story. The same seed yields the same story except for ids and dates; dates keep their distance from now. */
export function tellStory({ seed, now, brands }: Beginning): Story {
  const random = randomFrom(seed);
  const today = startOfDay(now);
  const story: Story = { partners: [], companies: [], imports: [], invoices: [] };

  const playing = partnerPlans.flatMap((plan) => {
    const partner = { name: plan.name, isSandbox: true, ...bornOn(random, today, PARTNER_SINCE_DAYS) };
    story.partners.push(partner);
    return plan.clubs.map((club): PlayingClub => {
      const company = { ...club.company, partnerId: partner.id, brand: random.pick(brands), ...bornOn(random, today, COMPANY_SINCE_DAYS) };
      story.companies.push(company);
      return {
        club,
        companyId: company.id,
        partnerId: partner.id,
        members: inventMembers(random, club, memberCount(club)),
        invoiceCount: 0,
      };
    });
  });

  const batches = playing.flatMap((club) => club.club.batches.map((batch) => ({ club, batch })));
  for (const { club, batch } of batches.sort((a, b) => b.batch.daysAgo - a.batch.daysAgo)) {
    const told = tellImport(random, today, club, batch);
    story.imports.push(told);
    story.invoices.push(...tellInvoices(random, today, { club, batch, told, isFirst: story.imports.length === 1 }));
  }
  story.invoices.sort((a, b) => a.story.setting.createdAt.getTime() - b.story.setting.createdAt.getTime());
  return story;
}

function bornOn(random: Random, today: Date, daysAgo: number): { id: string; createdAt: Date } {
  const createdAt = onDay(random, addDays(today, -daysAgo), random.whole(0, 10), OFFICE_HOURS);
  return { id: newId(createdAt.getTime()), createdAt };
}

/** Returns the number of a club's members: somewhat more than in its largest batch. */
function memberCount({ batches }: Club): number {
  return Math.ceil(Math.max(...batches.map(({ invoices }) => invoices)) * 1.2);
}

/** Creates an import one day before its transmission; one that still waits for invoices is created on the batch's day. */
function tellImport(random: Random, today: Date, { club, companyId, partnerId }: PlayingClub, batch: Batch): ToldImport {
  const isLive = batch.isLive === true;
  const isOpen = batch.expected !== undefined || isLive;
  const lastDay = addDays(today, -batch.daysAgo);
  const isStillWaiting = isOpen && !isLive;
  const createdAt = onDay(random, lastDay, isStillWaiting ? 0 : -1, OFFICE_HOURS);
  const transmittedAt = isOpen ? null : onDay(random, lastDay, 0, OFFICE_HOURS);
  return {
    id: newId(createdAt.getTime()),
    companyId,
    partnerId,
    title: titleOf(batch.campaign, words[club.company.locale], lastDay),
    expectedInvoicesCount: batch.expected ?? (random.chance(0.5) ? batch.invoices : null),
    createdAt,
    transmittedAt,
    liveSinceDays: isLive ? batch.daysAgo : null,
  };
}

interface Telling {
  club: PlayingClub;
  batch: Batch;
  told: ToldImport;
  /** The first import of all begins with the showcase. */
  isFirst: boolean;
}

/** Least index of a family's first member. Some of the invoices before it get events of their own in the season. */
const FIRST_OF_FAMILY = 10;
const FAMILY_SIZE = 3;

/** Makes three consecutive members a family with one home and one e-mail address. */
function withFamily(members: Member[]): Member[] {
  const at = members.findIndex(({ recipient }, index) => index >= FIRST_OF_FAMILY && recipient.customerEmail && recipient.customerAddress1);
  const head = members[at];
  if (!head) return members;
  const { customerPrefix, customerFirstName, clubMembershipNumber, federationMembershipNumber, memberExternalId, ...home } = head.recipient;
  return members.map((member, index) =>
    index >= at && index < at + FAMILY_SIZE ? { ...member, recipient: { ...member.recipient, ...home } } : member,
  );
}

function tellInvoices(random: Random, today: Date, { club, batch, told, isFirst }: Telling): ToldInvoice[] {
  const sampled = random.sample(club.members, batch.invoices);
  return (batch.isLive ? withFamily(sampled) : sampled).map((chosen, index) => {
    const isShowcase = isFirst && index === 0;
    const member = isShowcase ? showcaseMember(chosen) : chosen;
    // The partner's system sends an invoice about every two seconds.
    const createdAt = new Date(told.createdAt.getTime() + MINUTE_MS + index * 2_100);
    club.invoiceCount += 1;
    const story = new InvoiceStory({
      random,
      today,
      club: club.club,
      member,
      externalInvoiceNumber: `${club.club.initials}-${10_000 + club.invoiceCount}`,
      items: isShowcase
        ? showcaseItems(club.club)
        : chooseItems(random, batch.campaign, words[member.recipient.locale], club.club.priceFactor),
      // A reference to the partner's own books. Only some invoices have one.
      reference: random.chance(0.4) ? `${told.title} / ${member.recipient.clubMembershipNumber}` : null,
      createdAt,
      transmittedAt: told.transmittedAt,
    });
    if (told.transmittedAt) {
      if (isShowcase) happenToShowcase(story);
      else happen(story);
      sendReminders(story);
    }
    return { id: newId(createdAt.getTime()), import: told, story };
  });
}
