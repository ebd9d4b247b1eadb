import { letter, type MailTexts } from "@/server/outbound/mail/mail-text";

export const fr: MailTexts = {
  invitation: ({ inviter, partner, link }) => ({
    subject: `${inviter} vous invite chez ${partner}`,
    body: letter([
      "Bonjour,",
      `${inviter} vous a donné accès aux factures de ${partner}. Choisissez ici un mot de passe, et vous pourrez commencer :`,
      link,
      "Le lien fonctionne une seule fois, pendant 7 jours. Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.",
    ]),
  }),
  passwordReset: ({ link }) => ({
    subject: "Choisissez un nouveau mot de passe",
    body: letter([
      "Bonjour,",
      "Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour cette adresse. Choisissez-le ici :",
      link,
      "Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste inchangé.",
    ]),
  }),
  signInWithOrganisation: ({ link }) => ({
    subject: "Vous vous connectez avec votre organisation",
    body: letter([
      "Bonjour,",
      "Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour cette adresse. Votre compte n’en a pas : vous vous connectez avec votre organisation.",
      link,
    ]),
  }),
  passwordChanged: ({ link }) => ({
    subject: "Votre mot de passe a été modifié",
    body: letter([
      "Bonjour,",
      "Votre mot de passe vient d’être modifié, et vous avez été déconnecté partout ailleurs.",
      "Si ce n’était pas vous, choisissez-en tout de suite un nouveau ici, et prévenez votre administrateur :",
      link,
    ]),
  }),
  addressInUse: ({ inviter, partner }) => ({
    subject: `${inviter} voulait vous inviter chez ${partner}`,
    body: letter([
      "Bonjour,",
      `${inviter} voulait vous donner accès aux factures de ${partner}. Cette adresse a déjà un compte, et une adresse ne peut en avoir qu’un.`,
      `${inviter} ne sait pas où. Si vous souhaitez cet accès, indiquez une autre de vos adresses.`,
    ]),
  }),
  endpointFailing: ({ endpoint, hours, link }) => ({
    subject: `Les notifications à ${endpoint} échouent`,
    body: letter([
      "Bonjour,",
      `Depuis ${hours} heures, toutes les notifications à ${endpoint} échouent. Nous continuons d’essayer et rien n’est perdu : ce qui n’est pas confirmé reste dû.`,
      "Après 5 jours sans succès, le point de terminaison est désactivé. Voyez ici ce qu’il répond :",
      link,
    ]),
  }),
  endpointSwitchedOff: ({ endpoint, link }) => ({
    subject: `Les notifications à ${endpoint} sont désactivées`,
    body: letter([
      "Bonjour,",
      `Depuis 5 jours, toutes les notifications à ${endpoint} échouent. Le point de terminaison est donc désactivé et plus rien ne lui est envoyé.`,
      "Rien n’est perdu : dès que vous le réactivez, il est informé de tout ce qu’il n’a pas confirmé. Cela se fait ici :",
      link,
    ]),
  }),
  endpointGone: ({ endpoint, link }) => ({
    subject: `Les notifications à ${endpoint} sont désactivées`,
    body: letter([
      "Bonjour,",
      `${endpoint} a répondu 410 (Gone) à une notification, ce qui signifie qu’il n’en veut plus. Le point de terminaison est donc désactivé et plus rien ne lui est envoyé.`,
      "Si c’est une erreur, réactivez-le ; il est alors informé de tout ce qu’il n’a pas confirmé. Cela se fait ici :",
      link,
    ]),
  }),
  customerAddressChanged: ({ company, invoiceNumber }) => ({
    subject: `Votre adresse pour la facture ${invoiceNumber} a été modifiée`,
    body: letter([
      "Bonjour,",
      `Quelqu’un, sans doute vous, a modifié l’adresse e-mail de la facture ${invoiceNumber} de ${company}. Les messages à son sujet n’arrivent plus à cette adresse.`,
      `Si ce n’était pas vous, merci de le signaler à ${company}.`,
    ]),
  }),
};
