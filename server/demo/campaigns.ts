import type { Words } from "@/server/demo/words/types";
import { type Campaign, type Item, prices } from "./prices";
import type { Random } from "./random";

interface Contents {
  /** Items for the first line with their weights; one of them is chosen. */
  main: readonly (readonly [Item, number])[];
  /** Items for further lines with their probabilities, up to the limit. */
  extras: readonly (readonly [Item, number])[];
}

/** Maximum number of lines of an invoice. */
const LINES_LIMIT = 4;

const contents: Record<Campaign, Contents> = {
  dues: {
    main: [
      ["senior", 45],
      ["junior", 25],
      ["family", 14],
      ["student", 10],
      ["supporting", 6],
    ],
    extras: [
      ["federation", 0.75],
      ["insurance", 0.3],
      ["locker", 0.2],
      ["volunteerDiscount", 0.12],
    ],
  },
  camp: {
    main: [["campPlace", 1]],
    extras: [
      ["campBus", 0.6],
      ["campDeposit", 0.35],
      ["siblingDiscount", 0.12],
    ],
  },
  tournament: {
    main: [["entry", 1]],
    extras: [
      ["dinner", 0.55],
      ["guest", 0.3],
      ["hire", 0.15],
    ],
  },
  course: {
    main: [["course", 1]],
    extras: [
      ["material", 0.5],
      ["hire", 0.3],
    ],
  },
  kit: {
    main: [
      ["jersey", 60],
      ["jacket", 40],
    ],
    extras: [
      ["bag", 0.35],
      ["socks", 0.5],
      ["jersey", 0.1],
    ],
  },
  licence: {
    main: [["licence", 1]],
    extras: [
      ["registration", 0.5],
      ["insurance", 0.25],
    ],
  },
};

export interface ChargedItem {
  item: Item;
  amountCents: number;
  description: string;
}

/** Chooses the items that one member is charged. Their sum may be 0, or below 0: an amount that the club owes the member. */
export function chooseItems(random: Random, campaign: Campaign, words: Words, priceFactor: number): ChargedItem[] {
  const charged = (item: Item): ChargedItem => ({
    item,
    amountCents: inCurrency(prices[item], priceFactor),
    description: words.items[item],
  });
  if (campaign === "tournament" && random.chance(0.06)) return [charged("entry"), charged("sponsored")];
  if (campaign === "tournament" && random.chance(0.05)) return [charged("cancelledBack")];
  if (campaign === "camp" && random.chance(0.05)) return [charged("depositBack")];

  const { main, extras } = contents[campaign];
  const chosen = extras.filter(([, probability]) => random.chance(probability)).slice(0, LINES_LIMIT - 1);
  return [random.weighted(main), ...chosen.map(([item]) => item)].map(charged);
}

/** Converts a price in euros by a club's factor, rounded to half a unit of its currency. A factor of 1 leaves the price as it is. */
export function inCurrency(euroCents: number, factor: number): number {
  return factor === 1 ? euroCents : Math.round((euroCents * factor) / 50) * 50;
}

/** Returns the title of an import: the year, and the season's dues or the occasion. */
export function titleOf(campaign: Campaign, words: Words, sentAt: Date): string {
  const name = campaign === "dues" ? words.dues[seasonOf(sentAt)] : words.campaigns[campaign];
  return `${name} ${sentAt.getUTCFullYear()}`;
}

function seasonOf(moment: Date): keyof Words["dues"] {
  const month = moment.getUTCMonth();
  if (month < 2 || month === 11) return "winter";
  if (month < 5) return "spring";
  return month < 8 ? "summer" : "autumn";
}
