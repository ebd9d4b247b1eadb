import type { Random } from "./random";
import { digits } from "./random";

export type Country = "BE" | "CH" | "DE" | "GB" | "NL";
export type Region =
  | "south of NL"
  | "border of BE"
  | "south of DE"
  | "coast of GB"
  | "French-speaking lakes of CH"
  | "Italian-speaking lakes of CH"
  | "German-speaking CH";

/** Places where members live, with local formats. */
export interface Place {
  country: Country;
  streets: readonly string[];
  /** Towns, each with the beginning of its postcodes. */
  towns: readonly (readonly [zipcode: string, town: string])[];
  zipcode(random: Random, start: string): string;
  /** Number in the local format, from a range reserved for fiction if there is one. */
  phone(random: Random): string;
  /** Whether the house number comes before the street, in the same field. */
  numberFirst?: true;
  localities?: readonly string[];
  state?: string;
}

const asItIs = (_: Random, start: string) => start;
const randomCapital = (random: Random) => random.pick([..."ABCDEFGHJKLMNPRSTVWXZ"]);

const swiss = { country: "CH", zipcode: asItIs, phone: (random: Random) => `079 555 ${digits(random, 2)} ${digits(random, 2)}` } as const;

export const places: Record<Region, Place> = {
  "south of NL": {
    country: "NL",
    streets: [
      "Lijsterlaan",
      "Kastanjehof",
      "Oude Molenweg",
      "Zilverschoonstraat",
      "Prinses Marijkeplein",
      "Hoge Weerd",
      "Burgemeester Kramerslaan",
      "Vuursteenpad",
      "Sint-Gerlachusweg",
      "Kersenboomgaard",
      "Achter de Mergel",
      "Veldwachterstraat",
      "IJsvogelweg",
      "Torenallee",
    ],
    towns: [
      ["6211", "Maastricht"],
      ["6224", "Maastricht"],
      ["6231", "Meerssen"],
      ["6241", "Bunde"],
      ["6245", "Eijsden"],
      ["6301", "Valkenburg"],
    ],
    zipcode: (random, start) => `${start} ${randomCapital(random)}${randomCapital(random)}`,
    phone: (random) => `06 5550 ${digits(random, 4)}`,
  },
  "border of BE": {
    country: "BE",
    streets: [
      "Mergelstraat",
      "Oude Tongersebaan",
      "Processieweg",
      "Kiezelveld",
      "Drie Lindenlaan",
      "Veldkapelstraat",
      "Zeven Bunderstraat",
    ],
    towns: [
      ["3620", "Lanaken"],
      ["3630", "Maasmechelen"],
      ["3770", "Riemst"],
      ["3740", "Bilzen"],
      ["3700", "Tongeren"],
    ],
    zipcode: asItIs,
    phone: (random) => `0455 55 ${digits(random, 2)} ${digits(random, 2)}`,
  },
  "south of DE": {
    country: "DE",
    streets: [
      "Eulenweg",
      "Am Mühlbach",
      "Fürstenbergstraße",
      "Schlüsselblumenweg",
      "Zum Weißen Stein",
      "Gartenstraße",
      "Bürgermeister-Häberle-Straße",
      "Obere Kirchgasse",
      "Tannenhöhe",
      "An der alten Ziegelei",
      "Kornblumenring",
      "Lärchenweg",
      "Hinter den Höfen",
      "Sägewerkstraße",
    ],
    towns: [
      ["79098", "Freiburg im Breisgau"],
      ["79183", "Waldkirch"],
      ["79211", "Denzlingen"],
      ["79312", "Emmendingen"],
      ["79348", "Freiamt"],
    ],
    zipcode: asItIs,
    phone: (random) => `0171 39200${digits(random, 2)}`,
    state: "Baden-Württemberg",
  },
  "coast of GB": {
    country: "GB",
    streets: [
      "Quayside Lane",
      "Old Lantern Street",
      "Chandlers’ Row",
      "St Brannock’s Terrace",
      "Ropewalk Close",
      "Gull Hill",
      "The Slipway",
      "Netloft Yard",
      "Coastguard Cottages",
      "Marram Avenue",
      "Harbour View",
      "Bosun’s Mews",
    ],
    towns: [
      ["PL1", "Plymouth"],
      ["TR11", "Falmouth"],
      ["TQ6", "Dartmouth"],
      ["EX39", "Bideford"],
      ["TQ7", "Salcombe"],
    ],
    zipcode: (random, start) => `${start} ${random.whole(1, 9)}${randomCapital(random)}${randomCapital(random)}`,
    phone: (random) => `07700 900${digits(random, 3)}`,
    numberFirst: true,
    localities: ["Lanternquay", "Upper Ferry", "Bell Haven"],
  },
  "French-speaking lakes of CH": {
    ...swiss,
    streets: [
      "Chemin des Roselières",
      "Rue du Vieux-Port",
      "Avenue de la Grève",
      "Route de l’Étang",
      "Chemin de l’Écluse",
      "Quai des Mouettes",
      "Rue du Château-d’Eau",
      "Sentier des Vignerons",
      "Place de l’Hôtel-de-Ville",
      "Ruelle des Pêcheurs",
    ],
    towns: [
      ["1110", "Morges"],
      ["1180", "Rolle"],
      ["1260", "Nyon"],
      ["1800", "Vevey"],
      ["1006", "Lausanne"],
    ],
    state: "VD",
  },
  "Italian-speaking lakes of CH": {
    ...swiss,
    streets: [
      "Via del Sole",
      "Via alla Riva",
      "Vicolo dei Pescatori",
      "Via Cantonale",
      "Salita San Rocco",
      "Via delle Camelie",
      "Piazza della Libertà",
      "Via al Porto Vecchio",
      "Sentiero dei Castagni",
    ],
    towns: [
      ["6600", "Locarno"],
      ["6612", "Ascona"],
      ["6648", "Minusio"],
      ["6900", "Lugano"],
      ["6614", "Brissago"],
    ],
    state: "TI",
  },
  "German-speaking CH": {
    ...swiss,
    streets: ["Seestrasse", "Haldenweg", "Im Rebberg", "Alte Landstrasse", "Büelstrasse", "Mühlegasse", "Schützenmatte"],
    towns: [
      ["6003", "Luzern"],
      ["6300", "Zug"],
      ["8001", "Zürich"],
      ["6410", "Goldau"],
    ],
    state: "ZG",
  },
};
