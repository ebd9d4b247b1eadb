/** Control characters, line breaks, and what mail programs turn into a link. */
const SPEAKS = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|www\./iu;
const EMAIL_ADDRESS = /[^\s<>"]+@[^\s<>"]+\.[^\s<>"]+/u;

/** Whether a name is one line without a web address. Names stand in our mails, where others would take an address in them for ours. */
export function isPlainName(name: string): boolean {
  return !SPEAKS.test(name);
}

/** Whether a company may be given this name: one line, without a web or e-mail address, because it is the sender's name of mails. */
export function isCompanyName(name: string): boolean {
  return isPlainName(name) && !EMAIL_ADDRESS.test(name);
}

/** Returns a company's name as mails show it: one line, in which no address can be clicked. Names of earlier versions and of partners' systems may have both. */
export function companyNameInMail(name: string): string {
  return isCompanyName(name) ? name : name.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+|:\/\/|(?<=www)\.|@/giu, " ").trim();
}
