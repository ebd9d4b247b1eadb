import { letter, type MailTexts } from "@/server/outbound/mail/mail-text";

export const nl: MailTexts = {
  invitation: ({ inviter, partner, link }) => ({
    subject: `${inviter} nodigt u uit bij ${partner}`,
    body: letter([
      "Goedendag,",
      `${inviter} heeft u toegang gegeven tot de facturen van ${partner}. Kies hier een wachtwoord, dan kunt u beginnen:`,
      link,
      "De link werkt één keer, 7 dagen lang. Weet u niet waar dit over gaat, dan hoeft u niets te doen.",
    ]),
  }),
  passwordReset: ({ link }) => ({
    subject: "Kies een nieuw wachtwoord",
    body: letter([
      "Goedendag,",
      "Iemand, waarschijnlijk u zelf, heeft voor dit adres een nieuw wachtwoord aangevraagd. Kies het hier:",
      link,
      "De link werkt één keer, een uur lang. Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.",
    ]),
  }),
  signInWithOrganisation: ({ link }) => ({
    subject: "U meldt zich aan via uw organisatie",
    body: letter([
      "Goedendag,",
      "Iemand, waarschijnlijk u zelf, heeft voor dit adres een nieuw wachtwoord aangevraagd. Uw account heeft er geen: u meldt zich aan via uw organisatie.",
      link,
    ]),
  }),
  passwordChanged: ({ link }) => ({
    subject: "Uw wachtwoord is gewijzigd",
    body: letter([
      "Goedendag,",
      "Uw wachtwoord is zojuist gewijzigd, en u bent overal elders afgemeld.",
      "Was u het niet, kies dan hier meteen een nieuw wachtwoord en vertel het uw beheerder:",
      link,
    ]),
  }),
  addressInUse: ({ inviter, partner }) => ({
    subject: `${inviter} wilde u uitnodigen bij ${partner}`,
    body: letter([
      "Goedendag,",
      `${inviter} wilde u toegang geven tot de facturen van ${partner}. Dit adres heeft al een account, en een adres kan er maar één hebben.`,
      `${inviter} heeft niet te horen gekregen waar. Wilt u de toegang, geef dan een ander adres van u door.`,
    ]),
  }),
  endpointFailing: ({ endpoint, hours, link }) => ({
    subject: `Meldingen aan ${endpoint} mislukken`,
    body: letter([
      "Goedendag,",
      `Sinds ${hours} uur mislukt elke melding aan ${endpoint}. We blijven het proberen en er gaat niets verloren: wat niet is bevestigd, wordt later alsnog bezorgd.`,
      "Na 5 dagen zonder succes wordt het endpoint uitgeschakeld. Wat het antwoordt, ziet u hier:",
      link,
    ]),
  }),
  endpointSwitchedOff: ({ endpoint, link }) => ({
    subject: `Meldingen aan ${endpoint} zijn uitgeschakeld`,
    body: letter([
      "Goedendag,",
      `Sinds 5 dagen mislukt elke melding aan ${endpoint}. Het endpoint is daarom uitgeschakeld en krijgt niets meer toegestuurd.`,
      "Er gaat niets verloren: zodra u het weer inschakelt, krijgt het alles te horen wat het niet heeft bevestigd. Dat doet u hier:",
      link,
    ]),
  }),
  endpointGone: ({ endpoint, link }) => ({
    subject: `Meldingen aan ${endpoint} zijn uitgeschakeld`,
    body: letter([
      "Goedendag,",
      `${endpoint} heeft een melding met 410 (Gone) beantwoord en wil er dus geen meer. Het endpoint is daarom uitgeschakeld en krijgt niets meer toegestuurd.`,
      "Als dat een vergissing was, schakelt u het weer in; het krijgt dan alles te horen wat het niet heeft bevestigd. Dat doet u hier:",
      link,
    ]),
  }),
  customerAddressChanged: ({ company, invoiceNumber }) => ({
    subject: `Uw adres voor factuur ${invoiceNumber} is gewijzigd`,
    body: letter([
      "Hallo,",
      `Iemand, waarschijnlijk u, heeft het e-mailadres voor factuur ${invoiceNumber} van ${company} gewijzigd. Berichten erover komen niet meer op dit adres.`,
      `Was u het niet, laat het dan weten aan ${company}.`,
    ]),
  }),
};
