import { faultsOfAnnouncement } from "./check-announcement";
import { faultsOfRequest } from "./check-request";
import { faultsOfVersions } from "./check-versions";
import { faultsBy, faultUnless, type Rule } from "./rule";
import { isAsking, type SentMail } from "./sent-mail";
import { faultsOfWords, wordsOf } from "./words";

/** Name of the organisation that runs the service, in a season. */
export const SERVICE = "Ledgerline";
/** Maximum number of characters of a subject that mail programs on a computer show. */
const SUBJECT_LENGTH = 100;

/** Returns the faults of a mail: it does not say something that it must, contradicts the rows, or says something that it may not. */
export function faultsOfMail(sent: SentMail): string[] {
  const { mail, message, own } = sent;
  const text = mail.body ?? "";
  return [
    ...faultsBy(rules, sent),
    ...faultsOfWords(`${mail.subject}\n${text}`, own.region),
    ...faultsOfVersions(mail),
    ...(isAsking(message) ? faultsOfRequest(sent, text) : faultsOfAnnouncement(sent, text)),
  ];
}

/** It goes to the customer's address. */
const goesToCustomer: Rule<SentMail> = ({ mail, own }) => faultUnless(mail.recipient === own.played.email, "it goes to another address");

/** The company is its sender, and signs it. */
const namesSender: Rule<SentMail> = ({ mail, own }) => {
  const { name } = own.played.club;
  const isSigned = mail.body?.includes(`\n${name}\n`) ?? false;
  return faultUnless(mail.sender === name && isSigned, "it names another sender");
};

/** Text and HTML each name the service once. */
const namesServiceOnce: Rule<SentMail> = ({ mail }) => {
  const versions = [mail.body ?? "", wordsOf(mail.html ?? "")];
  const isOnceIn = (words: string) => words.split(SERVICE).length - 1 === 1;
  return faultUnless(versions.every(isOnceIn), "it does not name the service once");
};

/** Its subject names the company. */
const subjectNamesCompany: Rule<SentMail> = ({ mail, own }) =>
  faultUnless(mail.subject.includes(own.played.club.name), "its subject does not name the company");

/** Its subject is one line that mail programs show whole. */
const subjectFits: Rule<SentMail> = ({ mail: { subject } }) =>
  faultUnless(subject.length <= SUBJECT_LENGTH && !/[\n\r]/.test(subject), `its subject is too long: ${subject}`);

/** It contains its check code, in groups of four. */
const hasCheckCode: Rule<SentMail> = ({ mail, message }) => {
  const code = message.checkCode?.match(/.{4}/g)?.join("-");
  return faultUnless(code !== undefined && (mail.body ?? "").includes(code), "it has no check code");
};

const rules = [goesToCustomer, namesSender, namesServiceOnce, subjectNamesCompany, subjectFits, hasCheckCode];
