import { letter, type MailTexts } from "@/server/outbound/mail/mail-text";

export const de: MailTexts = {
  invitation: ({ inviter, partner, link }) => ({
    subject: `${inviter} lädt Sie zu ${partner} ein`,
    body: letter([
      "Guten Tag,",
      `${inviter} hat Ihnen Zugang zu den Rechnungen von ${partner} gegeben. Wählen Sie hier ein Passwort, dann können Sie beginnen:`,
      link,
      "Der Link gilt einmal und 7 Tage lang. Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.",
    ]),
  }),
  passwordReset: ({ link }) => ({
    subject: "Wählen Sie ein neues Passwort",
    body: letter([
      "Guten Tag,",
      "jemand, wahrscheinlich Sie selbst, hat für diese Adresse ein neues Passwort angefordert. Wählen Sie es hier:",
      link,
      "Der Link gilt einmal und eine Stunde lang. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.",
    ]),
  }),
  signInWithOrganisation: ({ link }) => ({
    subject: "Sie melden sich über Ihre Organisation an",
    body: letter([
      "Guten Tag,",
      "jemand, wahrscheinlich Sie selbst, hat für diese Adresse ein neues Passwort angefordert. Ihr Konto hat keines: Sie melden sich über Ihre Organisation an.",
      link,
    ]),
  }),
  passwordChanged: ({ link }) => ({
    subject: "Ihr Passwort wurde geändert",
    body: letter([
      "Guten Tag,",
      "Ihr Passwort wurde soeben geändert, und Sie wurden überall sonst abgemeldet.",
      "Wenn Sie es nicht waren, wählen Sie hier sofort ein neues, und sagen Sie es Ihrer Administration:",
      link,
    ]),
  }),
  addressInUse: ({ inviter, partner }) => ({
    subject: `${inviter} wollte Sie zu ${partner} einladen`,
    body: letter([
      "Guten Tag,",
      `${inviter} wollte Ihnen Zugang zu den Rechnungen von ${partner} geben. Diese Adresse hat schon ein Konto, und eine Adresse kann nur eines haben.`,
      `${inviter} hat nicht erfahren, wo. Wenn Sie den Zugang möchten, nennen Sie eine andere Ihrer Adressen.`,
    ]),
  }),
  endpointFailing: ({ endpoint, hours, link }) => ({
    subject: `Benachrichtigungen an ${endpoint} schlagen fehl`,
    body: letter([
      "Guten Tag,",
      `seit ${hours} Stunden schlägt jede Benachrichtigung an ${endpoint} fehl. Wir versuchen es weiter, und nichts geht verloren: Was nicht bestätigt ist, wird weiterhin zugestellt.`,
      "Nach 5 Tagen ohne Erfolg wird der Endpunkt abgeschaltet. Was er antwortet, sehen Sie hier:",
      link,
    ]),
  }),
  endpointSwitchedOff: ({ endpoint, link }) => ({
    subject: `Benachrichtigungen an ${endpoint} sind abgeschaltet`,
    body: letter([
      "Guten Tag,",
      `seit 5 Tagen schlägt jede Benachrichtigung an ${endpoint} fehl. Der Endpunkt ist deshalb abgeschaltet und bekommt nichts mehr zugesandt.`,
      "Nichts geht verloren: Sobald Sie ihn wieder einschalten, erfährt er alles, was er nicht bestätigt hat. Das tun Sie hier:",
      link,
    ]),
  }),
  endpointGone: ({ endpoint, link }) => ({
    subject: `Benachrichtigungen an ${endpoint} sind abgeschaltet`,
    body: letter([
      "Guten Tag,",
      `${endpoint} hat eine Benachrichtigung mit 410 (Gone) beantwortet, möchte also keine mehr. Der Endpunkt ist deshalb abgeschaltet und bekommt nichts mehr zugesandt.`,
      "Wenn das ein Versehen war, schalten Sie ihn wieder ein; er erfährt dann alles, was er nicht bestätigt hat. Das tun Sie hier:",
      link,
    ]),
  }),
  customerAddressChanged: ({ company, invoiceNumber }) => ({
    subject: `Ihre Adresse für Rechnung ${invoiceNumber} wurde geändert`,
    body: letter([
      "Guten Tag,",
      `Jemand, vermutlich Sie, hat die E-Mail-Adresse zu Rechnung ${invoiceNumber} von ${company} geändert. Nachrichten dazu gehen nicht mehr an diese Adresse.`,
      `Wenn Sie es nicht waren, teilen Sie es bitte ${company} mit.`,
    ]),
  }),
};
