import type { Company } from "@/db/schema/companies";
import type { Locale } from "@/server/demo/words/types";
import type { Region } from "./places";
import type { Campaign } from "./prices";

/** Days since the transmission of the first import that the service collects. */
export const SEASON_DAYS = 40;

/** Batch of invoices of a club. */
export interface Batch {
  campaign: Campaign;
  /** Days since its transmission; if it is not transmitted, since its creation. */
  daysAgo: number;
  /** Number of invoices. */
  invoices: number;
  /** Number of expected invoices. The import waits for them, and then for its transmission. */
  expected?: number;
  /** Collected by the service after its transmission. `season.ts` plays the events. */
  isLive?: true;
}

export interface Club {
  company: Omit<Company, "partnerId" | "id" | "createdAt" | "brand">;
  /** Prefix of member and invoice numbers. */
  initials: string;
  /** Factor from the prices of `prices.ts` to the club's own, in its currency. */
  priceFactor: number;
  /** Homes and languages of the members, with weights. */
  regions: readonly (readonly [Region, number])[];
  locales: readonly (readonly [Locale, number])[];
  batches: readonly Batch[];
}

export interface PartnerPlan {
  name: string;
  clubs: readonly Club[];
}

const batch = (campaign: Campaign, daysAgo: number, invoices: number): Batch => ({ campaign, daysAgo, invoices });
const liveBatch = (campaign: Campaign, daysAgo: number, invoices: number): Batch => ({
  ...batch(campaign, daysAgo, invoices),
  isLive: true,
});
const openBatch = (campaign: Campaign, daysAgo: number, invoices: number, expected: number): Batch => ({
  ...batch(campaign, daysAgo, invoices),
  expected,
});

const goudenSnaar: Club = {
  company: {
    name: "Tennisvereniging De Gouden Snaar",
    email: "penningmeester@degoudensnaar.example",
    locale: "nl",
    countryCode: "NL",
    currency: "EUR",
    address1: "Achter de Mergel",
    address2: "Clubhuis",
    houseNumber: "2a",
    zipcode: "6224 KX",
    city: "Maastricht",
    vatPercentage: 9,
    partnershipPageUrl: "https://degoudensnaar.example/lidmaatschap",
    enterpriseNumber: null,
  },
  initials: "GS",
  priceFactor: 1,
  regions: [
    ["south of NL", 85],
    ["border of BE", 15],
  ],
  locales: [
    ["nl", 86],
    ["en", 5],
    ["de", 5],
    ["fr", 4],
  ],
  batches: [
    batch("dues", 350, 162),
    batch("licence", 301, 40),
    batch("tournament", 243, 45),
    batch("dues", 172, 110),
    batch("camp", 118, 45),
    batch("kit", 84, 40),
    batch("course", 47, 50),
    liveBatch("dues", SEASON_DAYS, 48),
    batch("tournament", 6, 25),
    openBatch("course", 2, 35, 50),
  ],
};

const sternmoos: Club = {
  company: {
    name: "Turnverein Sternmoos von 1887 e. V.",
    email: "geschaeftsstelle@tv-sternmoos.example",
    locale: "de",
    countryCode: "DE",
    currency: "EUR",
    address1: "Am Mühlbach",
    address2: null,
    houseNumber: "11",
    zipcode: "79312",
    city: "Emmendingen",
    vatPercentage: 0,
    partnershipPageUrl: null,
    enterpriseNumber: null,
  },
  initials: "TVS",
  priceFactor: 1,
  regions: [
    ["south of DE", 97],
    ["German-speaking CH", 3],
  ],
  locales: [
    ["de", 92],
    ["en", 3],
    ["it", 3],
    ["fr", 2],
  ],
  batches: [
    batch("dues", 341, 130),
    batch("course", 280, 40),
    batch("camp", 214, 40),
    batch("dues", 158, 120),
    batch("kit", 97, 40),
    batch("licence", 55, 30),
    batch("tournament", 24, 30),
    liveBatch("camp", 9, 30),
    openBatch("dues", 3, 40, 120),
  ],
};

const lanternquay: Club = {
  company: {
    name: "Lanternquay Rowing Club",
    email: "treasurer@lanternquay-rowing.example",
    locale: "en",
    countryCode: "GB",
    currency: "GBP",
    address1: "The Old Boathouse, The Slipway",
    address2: "Lanternquay",
    houseNumber: null,
    zipcode: "TQ6 9LQ",
    city: "Dartmouth",
    vatPercentage: 20,
    partnershipPageUrl: "https://lanternquay-rowing.example/join",
    enterpriseNumber: null,
  },
  initials: "LRC",
  priceFactor: 0.85,
  regions: [["coast of GB", 1]],
  locales: [
    ["en", 95],
    ["fr", 3],
    ["nl", 2],
  ],
  batches: [
    batch("dues", 354, 106),
    batch("camp", 288, 30),
    batch("tournament", 207, 30),
    batch("dues", 165, 80),
    batch("kit", 103, 30),
    batch("course", 61, 30),
    liveBatch("dues", SEASON_DAYS, 24),
    openBatch("kit", 1, 20, 20),
  ],
};

const clairval: Club = {
  company: {
    name: "Aviron Clairval-sur-Lac",
    email: "caisse@aviron-clairval.example",
    locale: "fr",
    countryCode: "CH",
    currency: "CHF",
    address1: "Chemin des Roselières",
    address2: "Hangar 3",
    houseNumber: "27",
    zipcode: "1180",
    city: "Rolle",
    vatPercentage: 8.1,
    partnershipPageUrl: "https://aviron-clairval.example/soutenir",
    enterpriseNumber: null,
  },
  initials: "ACL",
  priceFactor: 1.4,
  regions: [["French-speaking lakes of CH", 1]],
  locales: [
    ["fr", 84],
    ["de", 9],
    ["en", 7],
  ],
  batches: [
    batch("dues", 336, 80),
    batch("licence", 251, 30),
    batch("camp", 187, 30),
    batch("dues", 149, 70),
    batch("course", 74, 30),
    batch("tournament", 29, 20),
    batch("kit", 5, 20),
    openBatch("camp", 4, 20, 20),
  ],
};

const lagoquieto: Club = {
  company: {
    name: "Circolo Velico Lagoquieto",
    email: "segreteria@cv-lagoquieto.example",
    locale: "it",
    countryCode: "CH",
    currency: "CHF",
    address1: "Via al Porto Vecchio",
    address2: null,
    houseNumber: "8",
    zipcode: "6612",
    city: "Ascona",
    vatPercentage: null,
    partnershipPageUrl: null,
    enterpriseNumber: null,
  },
  initials: "CVL",
  priceFactor: 1.3,
  regions: [
    ["Italian-speaking lakes of CH", 82],
    ["German-speaking CH", 18],
  ],
  locales: [
    ["it", 78],
    ["de", 17],
    ["fr", 5],
  ],
  batches: [
    batch("dues", 329, 70),
    batch("course", 262, 25),
    batch("tournament", 191, 25),
    batch("dues", 141, 60),
    batch("kit", 69, 20),
    batch("camp", 33, 20),
    batch("licence", 10, 15),
    openBatch("course", 2, 15, 16),
  ],
};

/** An association that sends invoices for its clubs, and a software maker whose customers are clubs. */
export const partnerPlans: readonly PartnerPlan[] = [
  { name: "Lantern League of Clubs", clubs: [goudenSnaar, sternmoos, lanternquay] },
  { name: "Clubmoss Software", clubs: [clairval, lagoquieto] },
];
