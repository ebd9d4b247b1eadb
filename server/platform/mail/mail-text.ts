import type { Locale } from "@/server/domain/formats/locales";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { sayInMail } from "./say-in-mail";

/** Subject and text of a mail. Plain text only, so that every mail program shows it correctly. */
export interface MailText {
  subject: string;
  body: string;
  /** Whether it contains a link that signs its reader in or decides something: such a mail is stored encrypted until it is sent. */
  opensAccount: boolean;
}

type Link = { link: string };

type Inviter = { inviter: string; partner: string };

/** The endpoint's name in the portal, and a link to it. */
type EndpointMail = Link & { endpoint: string };

/** Change of an account: its author, and the account before and after. */
type BankAccountMail = Link & { company: string; who: string; before: string; after: string; when: string };

/** Name of the person who asked, confirmed or withdrew; limits as numbers, or `none`. */
type LimitMailValues = Link & { who: string; before: string; after: string; when: string };

/** Kinds of mails, each with the values it needs. */
type MailValues = {
  /** An invitation to the portal. The link works for 7 days. */
  invitation: Inviter & Link;
  /** The same, where the organisation requires its own sign-in. */
  invitationToOrganisation: Inviter & Link & { organisation: string };
  /** An invitation to the support team. The link works for 7 days. */
  supportInvitation: Link & { inviter: string };
  /** The link works for an hour. */
  passwordReset: Link;
  /** A request for a new password by a person who signs in with their organisation. */
  signInWithOrganisation: Link;
  /** The organisation's sign-in now opens the account. */
  organisationLinked: Link & { organisation: string };
  passwordChanged: Link;
  /** The first sign-in on a device that was not used before. */
  newDevice: Link & { device: string; when: string };
  /** Strangers have used up the sign-in attempts: at most once a day. */
  passwordGuessed: Link;
  factorAdded: Link & { factor: string };
  factorRemoved: Link & { factor: string };
  /** All second factors were removed by an administrator or an operator. */
  factorsReset: Link;
  recoveryCodeUsed: Link & { left: string };
  /** The password was right but the codes were wrong: at most once a day. */
  codeGuessed: Link;
  /** Unusual events, to a partner's administrators. */
  alarmNewAdministrator: Link;
  alarmManyFailures: Link;
  alarmManyRefunds: Link;
  alarmExportOfAll: Link;
  /** A payment or refund above the partner's limit waits for the reader. */
  secondPersonNeeded: Link & { invoiceNumber: string };
  /** The same for a file that gives money back. */
  payoutToApprove: Link & { company: string };
  /** The same for bank statements whose payments exceed the partner's limit. */
  statementToAccept: Link & { company: string };
  /** Such statements that no second person can accept: after `when`, anybody who decides about money can. */
  nobodyToAccept: Link & { company: string; when: string };
  /** An act above the partner's limit that no second person can approve: after `when` its author may approve it alone. */
  nobodyToApprove: Link & { when: string };
  /** The limit above which a second person is asked will be raised or removed, was changed, or stays. `none`: no limit. */
  limitChanging: LimitMailValues;
  limitChanged: LimitMailValues;
  limitKept: LimitMailValues;
  /** The account that a company is paid into changes at `when`, unless somebody withdraws the change. */
  bankAccountChanging: BankAccountMail;
  /** The change is in force. */
  bankAccountChanged: BankAccountMail;
  /** The change was withdrawn. */
  bankAccountKept: BankAccountMail;
  bankAccountClosed: BankAccountMail;
  /** News of the reader's invoices. The link leads to the setting for how often they come. */
  news: Link & { list: string };
  /** The number of payments that wait at the desks of the reader's companies. `settings` links to where the mail is switched off. */
  deskWaits: Link & { list: string; settings: string };
  /** An invitation for an address that already has an account elsewhere. The inviter is not told. */
  addressInUse: Inviter;
  /** Every notification to an endpoint has failed for this many hours. */
  endpointFailing: EndpointMail & { hours: string };
  /** Every notification has failed for 5 days: the endpoint was switched off. */
  endpointSwitchedOff: EndpointMail;
  /** The endpoint answered 410 and was switched off. */
  endpointGone: EndpointMail;
  /** To the customer's previous address. It does not reveal the new one. */
  customerAddressChanged: { company: string; invoiceNumber: string };
  /** A new link that replaces one that has ended. */
  customerLinkRenewed: Link & { company: string; invoiceNumber: string };
  /** To the customer's previous address: the link confirms the new account number, which is masked. */
  customerAccountToConfirm: Link & { company: string; invoiceNumber: string; iban: string };
  /** To the customer's previous address: a partner's system has changed the account number, which is masked. */
  customerAccountChanged: { company: string; invoiceNumber: string; iban: string };
};

export type BankAccountMailKind = Extract<keyof MailValues, `bankAccount${string}`>;

export type EndpointMailKind = Extract<keyof MailValues, `endpoint${string}`>;

const openingAccounts: readonly (keyof MailValues)[] = [
  "invitation",
  "supportInvitation",
  "passwordReset",
  "customerAccountToConfirm",
  "customerLinkRenewed",
];

const FOOTER = "-- \nInvoice Collection Service\n";

export function mailText<Kind extends keyof MailValues>(locale: Locale, kind: Kind, values: MailValues[Kind]): MailText {
  const say = sayInMail[locale];
  const mail: keyof MailValues = kind;
  const given: Record<string, string> = values;
  const { company } = given;
  const filledIn = company === undefined ? given : { ...given, company: companyNameInMail(company) };
  return {
    subject: say(`${mail}.subject`, filledIn),
    body: `${say(`${mail}.body`, filledIn)}\n\n${FOOTER}`,
    opensAccount: openingAccounts.includes(mail),
  };
}
