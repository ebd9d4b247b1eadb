import type { Words } from "./types";

export const fr: Words = {
  dues: { winter: "Cotisation d’hiver", spring: "Cotisation de printemps", summer: "Cotisation d’été", autumn: "Cotisation d’automne" },
  campaigns: {
    camp: "Camp d’entraînement",
    tournament: "Régate du club",
    course: "Cours débutants",
    kit: "Tenues du club",
    licence: "Licences de compétition",
  },
  items: {
    senior: "Cotisation adulte",
    junior: "Cotisation junior (moins de 18 ans)",
    family: "Cotisation famille, jusqu’à cinq personnes",
    student: "Cotisation étudiant",
    supporting: "Membre de soutien",
    federation: "Contribution à la fédération",
    insurance: "Assurance accidents",
    locker: "Casier, six mois",
    volunteerDiscount: "Réduction bénévole",
    campPlace: "Camp d’entraînement, cinq jours en pension complète",
    campBus: "Car, aller et retour",
    campDeposit: "Caution pour le matériel",
    siblingDiscount: "Réduction frères et sœurs",
    entry: "Frais d’inscription",
    dinner: "Repas du club",
    guest: "Repas du club, invité",
    course: "Cours, dix soirées",
    material: "Support de cours",
    hire: "Location de matériel",
    jersey: "Maillot du club",
    jacket: "Veste du club, doublée",
    bag: "Sac de sport brodé",
    socks: "Chaussettes, deux paires",
    licence: "Licence annuelle",
    registration: "Enregistrement à la fédération",
    sponsored: "Pris en charge par notre parrain",
    depositBack: "Remboursement de la caution",
    cancelledBack: "Remboursement, activité annulée",
  },
  messages: {
    request: "Demande de paiement",
    nothingDue: "Vous n’avez rien à payer",
    refund: "Nous vous devons un remboursement",
    reminder1: "Rappel amical",
    reminder2: "Deuxième rappel",
    reminder3: "Troisième rappel",
    lastReminder: "Dernier rappel avant poursuites",
    chargeback: "Votre paiement a été contesté",
    plan: "Votre plan de paiement est confirmé",
    retracted: "Votre facture a été annulée",
  },
  credits: {
    goodwill: "Geste commercial",
    cancelledSessions: "Deux séances annulées",
    joinedLate: "Réduction, adhésion en cours d’année",
    locker: "Correction du casier",
    category: "Correction de la catégorie",
  },
  retractions: [
    { description: "Avoir, adhésion terminée", reason: "Vous avez résilié à temps, rien n’est dû." },
    { description: "Avoir, facturé deux fois", reason: "Le montant a été facturé deux fois par erreur. L’autre facture reste valable." },
    { description: "Avoir, mauvaise catégorie", reason: "Vous étiez dans la mauvaise catégorie. Une facture corrigée suivra." },
  ],
  greetings: ["Bonjour,", "Madame, Monsieur,", "Bonsoir,", "Cher trésorier,"],
  closings: ["Cordialement,\n{name}", "Merci d’avance,\n{name}", "Meilleures salutations,\n{name}", "Bien à vous, {name}"],
  companyGreeting: "Bonjour {name},",
  companyClosing: "Sportivement,\n{club}",
  supportClosing: "Cordialement,\nl’assistance, pour {club}",
  dialogues: {
    alreadyPaid: [
      [
        "Je viens de recevoir un rappel, pourtant j’ai fait le virement la semaine dernière. Pouvez-vous vérifier ? La référence était {number}.",
        "Le virement est bien arrivé : deux chiffres de la référence étaient inversés, nous l’avons attribué ce matin. Vous pouvez ignorer le rappel.",
        "C’était donc ma faute de frappe. Merci pour votre rapidité !",
      ],
      [
        "Selon vous, {amount} restent à payer. Mon mari a réglé depuis son compte, à son nom.",
        "Merci de nous l’avoir signalé. Pouvez-vous nous indiquer le titulaire du compte et la date du paiement ?",
      ],
    ],
    chargeback: [
      [
        "Ma carte a été remplacée et le paiement a été annulé. Puis-je payer autrement ? Et ces frais sont-ils vraiment à ma charge ?",
        "Oui, vous pouvez faire un virement. Les frais sont ceux que la banque facture au club, nous devons malheureusement les répercuter.",
        "Je comprends. Je paie ce week-end.",
      ],
      [
        "Je n’ai pas reconnu le nom sur mon relevé et j’ai contesté le paiement. Je vois maintenant que c’était le club, désolée ! Que faire ?",
        "Ce n’est rien. Il suffit de payer avec le lien de notre e-mail.",
      ],
    ],
    general: [
      [
        "Délivrez-vous une attestation de paiement ? Mon employeur rembourse la moitié de ma cotisation.",
        "Bien sûr. Une fois la facture payée, vous pouvez la télécharger sur la même page.",
      ],
      [
        "À partir de quel jour compte la cotisation famille ? Nous sommes arrivés en milieu de saison.",
        "À partir du jour de votre adhésion. Le montant de la facture en tient déjà compte.",
      ],
      [
        "Le lien de l’e-mail ne s’ouvre pas sur mon téléphone. Y a-t-il un autre moyen de payer ?",
        "Vous pouvez payer par virement, avec {number} comme référence.",
      ],
      [
        "La facture peut-elle être établie au nom de mon entreprise ?",
        "Oui. Quel est le nom exact, et l’adresse est-elle la même ?",
        "La même adresse, et le nom figure dans mon message d’hier. Merci !",
      ],
    ],
    instalments: [
      [
        "{amount} en une fois, c’est beaucoup ce mois-ci. Puis-je payer en trois fois ?",
        "Bien entendu. Choisissez « paiement échelonné » sur la page de paiement ; de petits frais s’ajoutent.",
        "C’est fait. Merci pour votre souplesse.",
      ],
      [
        "Nos trois enfants sont au club et toutes les factures sont arrivées le même jour. Peut-on étaler celle-ci ?",
        "Oui, sur quatre mois au plus. Vous pouvez commencer vous-même sur la page de paiement.",
      ],
    ],
    lateFee: [
      [
        "Pourquoi des frais de retard ? Je n’ai jamais vu le premier e-mail, peut-être était-il dans les indésirables.",
        "Nous vous avons écrit le {day}, puis deux semaines plus tard. Comme c’est la première fois, nous créditons ces frais à titre exceptionnel.",
        "C’est très aimable. Je règle le reste aujourd’hui.",
      ],
      [
        "J’ai été hospitalisé trois semaines et je n’ai pas pu payer à temps. Pouvez-vous renoncer aux frais ?",
        "Nous en sommes désolés. Le comité en discute cette semaine et nous vous tiendrons au courant.",
      ],
    ],
    newAccount: [
      [
        "J’ai changé de banque. Où puis-je vous donner mon nouveau compte ?",
        "Sur la page de paiement, sous « vos coordonnées ». L’ancien compte est remplacé aussitôt.",
      ],
      [
        "Merci d’envoyer désormais les factures de ma fille à mon adresse, et non à la sienne.",
        "Volontiers. Il nous faut pour cela votre signature sur le formulaire que nous venons d’envoyer.",
        "Signé et renvoyé ce matin.",
      ],
    ],
    overpaid: [
      [
        "Je crois avoir payé deux fois, par carte et par virement. Pouvez-vous me rembourser ?",
        "Vous avez raison, veuillez nous excuser. Le trop-perçu sera sur votre compte d’ici une semaine.",
      ],
    ],
    refund: [
      [
        "Votre message dit que vous me devez de l’argent. Quand arrivera-t-il ?",
        "Les remboursements partent le dernier vendredi du mois, vers le compte qui a servi au paiement.",
      ],
    ],
    resigned: [
      [
        "J’ai quitté le club à la fin de la saison dernière et je l’ai dit au secrétariat. Pourquoi cette facture ?",
        "Vous avez raison, votre démission n’était pas encore dans la liste des membres. Nous annulons la facture.",
      ],
      [
        "Nous déménageons à Bâle et avons résilié. Merci d’annuler cette facture.",
        "Merci pour ces belles années ! Nous avons votre lettre et annulons la facture.",
      ],
    ],
    wrongAmount: [
      [
        "Je crois être dans la mauvaise catégorie : je suis étudiante et devrais payer le tarif réduit.",
        "Pouvez-vous nous envoyer une copie de votre carte d’étudiant ? Nous créditerons la différence.",
        "Je viens de l’envoyer au secrétariat.",
      ],
      ["Pourquoi dois-je payer un casier ? J’ai rendu la clé au printemps.", "C’est exact, nous créditons le casier."],
    ],
  },
};
