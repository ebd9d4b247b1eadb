import { isCreditorIdentifier } from "@/server/domain/banking/creditor-identifier";
import { creditorIdentifierAt } from "@/server/domain/banking/creditor-identifiers-in-text";
import { plainLetters } from "@/server/domain/words/plain-letters";

/** A debtor or creditor, as a bank names it. */
export interface Party {
  name: string;
  ultimateName: string;
  /** Name of a bank that is itself the debtor or creditor. */
  bankName: string;
  addressLines: string[];
  iban: string;
  /** Account number other than an IBAN. */
  otherAccount: string;
  /** Numbers that identify the person or organisation. `isCreditor`: the bank calls it a SEPA creditor identifier. */
  numbers: { text: string; isCreditor: boolean }[];
}

/** The account of a statement, and its owner's name; empty if the bank does not name the owner. */
export interface OwnAccount {
  account: string;
  ownerName: string;
}

export function newParty(): Party {
  return { name: "", ultimateName: "", bankName: "", addressLines: [], iban: "", otherAccount: "", numbers: [] };
}

/** Reads a party's name, account or number. Since version 8 the name is in `Pty`; before, directly in the party. */
export function readParty({ debtor, creditor }: { debtor: Party; creditor: Party }, where: string, text: string): void {
  if (where.includes("/Othr/")) readNumber({ debtor, creditor }, where, text);
  const [, ultimate, role, rest] = /^RltdPties\/(Ultmt)?(Dbtr|Cdtr)(.*)$/.exec(where) ?? [];
  if (!role) return;
  const party = role === "Dbtr" ? debtor : creditor;
  if (rest === "/Nm" || rest === "/Pty/Nm") party[ultimate ? "ultimateName" : "name"] = text;
  if (rest === "/Agt/FinInstnId/Nm") party.bankName = text;
  if ((rest === "/PstlAdr/AdrLine" || rest === "/Pty/PstlAdr/AdrLine") && !ultimate) party.addressLines.push(text);
  // Not validated, and stored as the bank names it, even if wrong.
  if (rest === "Acct/Id/IBAN" && !ultimate) party.iban = compact(text);
  if (rest === "Acct/Id/Othr/Id" && !ultimate) party.otherAccount = text;
}

/** Reads a number of a party, or of the creditor's scheme, which some banks name beside the parties. */
function readNumber({ debtor, creditor }: { debtor: Party; creditor: Party }, where: string, text: string): void {
  const [, place, fact] = NUMBER.exec(where) ?? [];
  if (!place) return;
  const { numbers } = place.startsWith("RltdPties/Dbtr") ? debtor : creditor;
  const last = numbers.at(-1);
  if (fact === "Id") numbers.push({ text, isCreditor: place.endsWith("CdtrSchmeId") });
  else if (last && text === "SEPA") last.isCreditor = true;
}

const NUMBER = /^(RltdPties\/(?:Dbtr|Cdtr)(?:\/Pty)?|(?:.+\/)?CdtrSchmeId)\/Id\/(?:PrvtId|OrgId)\/Othr\/(Id|SchmeNm\/Prtry)$/;

/**
 * Returns the creditor identifiers of a payment. For money that came back, some banks exchange the parties, so that the debtor has the
 * creditor's numbers. A number without its scheme is a creditor identifier if its check digits are right.
 */
export function creditorsNamed({ debtor, creditor }: { debtor: Party; creditor: Party }, comesBack: boolean): string[] {
  const numbers = comesBack ? [...creditor.numbers, ...debtor.numbers] : creditor.numbers;
  const named = numbers.map(({ text, isCreditor }) => ({ identifier: creditorIdentifierAt(text), isCreditor }));
  const found = named.filter(({ identifier, isCreditor }) => (isCreditor ? identifier !== "" : isCreditorIdentifier(identifier)));
  return [...new Set(found.map(({ identifier }) => identifier))];
}

/**
 * Returns the party on the other side of a payment: the creditor of an outgoing payment and the debtor of an incoming one, unless that party
 * has the statement's own account. For money that came back, some banks name the parties of the first payment, and others exchange them: the
 * other party is then the one for which there is more `evidence`.
 */
export function otherParty(
  { debtor, creditor, isReturned }: { debtor: Party; creditor: Party; isReturned: boolean },
  own: OwnAccount,
  { isOutgoing, isReversal }: { isOutgoing: boolean; isReversal: boolean },
): Party {
  const comesBack = isReversal || isReturned;
  const [likely, opposite] = isOutgoing !== comesBack ? [creditor, debtor] : [debtor, creditor];
  if (!comesBack) return isOwnAccount(likely, own) ? opposite : likely;
  return evidence(opposite, own) > evidence(likely, own) ? opposite : likely;
}

/**
 * Returns a party's name. Without one, some banks state the payer in the first line of the address; a line with digits is a street or a town.
 */
export function nameOf({ ultimateName, name, bankName, addressLines: [first = ""] }: Party): string {
  return ultimateName || name || bankName || (/\d/.test(first) ? "" : first);
}

/** Returns how much speaks for this party being the other side: 0 for the account itself and for a party that is not named. */
function evidence(party: Party, own: OwnAccount): number {
  if (isOwnAccount(party, own)) return 0;
  if (party.iban !== "" || party.otherAccount !== "") return 3;
  const name = party.ultimateName || party.name || party.bankName;
  if (name === "") return 0;
  return own.ownerName !== "" && folded(name) === folded(own.ownerName) ? 1 : 2;
}

function isOwnAccount({ iban, otherAccount }: Party, { account }: OwnAccount): boolean {
  return account !== "" && (iban === compact(account) || otherAccount === account);
}

const compact = (text: string) => text.replace(/\s/g, "").toUpperCase();
const folded = (text: string) => plainLetters(text).toLowerCase().replace(/\s+/g, " ").trim();
