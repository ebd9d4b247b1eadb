import { letter, type MailTexts } from "@/server/outbound/mail/mail-text";

export const it: MailTexts = {
  invitation: ({ inviter, partner, link }) => ({
    subject: `${inviter} invita a collaborare con ${partner}`,
    body: letter([
      "Buongiorno,",
      `${inviter} ha concesso l’accesso alle fatture di ${partner}. Per iniziare basta scegliere qui una password:`,
      link,
      "Il link funziona una sola volta, per 7 giorni. Se non sa di che cosa si tratta, non deve fare nulla.",
    ]),
  }),
  passwordReset: ({ link }) => ({
    subject: "Scelga una nuova password",
    body: letter([
      "Buongiorno,",
      "qualcuno, probabilmente Lei, ha chiesto una nuova password per questo indirizzo. La scelga qui:",
      link,
      "Il link funziona una sola volta, per un’ora. Se non è stato Lei, non deve fare nulla: la Sua password resta com’è.",
    ]),
  }),
  signInWithOrganisation: ({ link }) => ({
    subject: "Lei accede con la Sua organizzazione",
    body: letter([
      "Buongiorno,",
      "qualcuno, probabilmente Lei, ha chiesto una nuova password per questo indirizzo. Il Suo account non ne ha: Lei accede con la Sua organizzazione.",
      link,
    ]),
  }),
  passwordChanged: ({ link }) => ({
    subject: "La Sua password è stata cambiata",
    body: letter([
      "Buongiorno,",
      "la Sua password è appena stata cambiata, e in ogni altro luogo l’accesso è stato chiuso.",
      "Se non è stato Lei, ne scelga subito una nuova qui e lo dica al Suo amministratore:",
      link,
    ]),
  }),
  addressInUse: ({ inviter, partner }) => ({
    subject: `${inviter} voleva darle accesso a ${partner}`,
    body: letter([
      "Buongiorno,",
      `${inviter} voleva darle accesso alle fatture di ${partner}. Questo indirizzo ha già un account, e un indirizzo può averne uno solo.`,
      `${inviter} non ha saputo dove. Se desidera l’accesso, indichi un altro Suo indirizzo.`,
    ]),
  }),
  endpointFailing: ({ endpoint, hours, link }) => ({
    subject: `Le notifiche a ${endpoint} non riescono`,
    body: letter([
      "Buongiorno,",
      `Da ${hours} ore nessuna notifica a ${endpoint} riesce. Continuiamo a provare e nulla va perso: ciò che non è confermato resta da consegnare.`,
      "Dopo 5 giorni senza successo l’endpoint viene disattivato. Qui vede che cosa risponde:",
      link,
    ]),
  }),
  endpointSwitchedOff: ({ endpoint, link }) => ({
    subject: `Le notifiche a ${endpoint} sono disattivate`,
    body: letter([
      "Buongiorno,",
      `Da 5 giorni nessuna notifica a ${endpoint} riesce. L’endpoint è quindi disattivato e non gli viene più inviato nulla.`,
      "Nulla va perso: quando lo riattiva, viene informato di tutto ciò che non ha confermato. Lo fa qui:",
      link,
    ]),
  }),
  endpointGone: ({ endpoint, link }) => ({
    subject: `Le notifiche a ${endpoint} sono disattivate`,
    body: letter([
      "Buongiorno,",
      `${endpoint} ha risposto 410 (Gone) a una notifica, cioè non ne vuole più. L’endpoint è quindi disattivato e non gli viene più inviato nulla.`,
      "Se è stato un errore, lo riattivi; verrà informato di tutto ciò che non ha confermato. Lo fa qui:",
      link,
    ]),
  }),
  customerAddressChanged: ({ company, invoiceNumber }) => ({
    subject: `Il Suo indirizzo per la fattura ${invoiceNumber} è stato modificato`,
    body: letter([
      "Buongiorno,",
      `Qualcuno, probabilmente Lei, ha modificato l’indirizzo e-mail della fattura ${invoiceNumber} di ${company}. I messaggi che la riguardano non arrivano più a questo indirizzo.`,
      `Se non è stato Lei, lo comunichi a ${company}.`,
    ]),
  }),
};
