import type { Locale } from "@/server/demo/words/types";

/** Invented names of people, businesses and foundations. */
interface Names {
  prefixes: readonly string[];
  first: readonly string[];
  /** An infix and a last name are separated by a slash, as in `van der/Meer`. */
  last: readonly string[];
  organizations: readonly string[];
  mailHosts: readonly string[];
}

export const people: Record<Locale, Names> = {
  nl: {
    prefixes: list("Dhr., Mevr., Familie, Dr., Ir."),
    first: list(`
      Sanne, Lotte, Femke, Anneke, Willemijn, Noah, Bram, Ruben, Bastiaan, Gerrit-Jan, Yara, Fatma, Daan, Joost, Thijs, Marieke,
      Loes, Jeroen, Ömer, Chloé, Sjors, Ineke, Pieter, Wouter, Fleur, Zoë, Samira, Koen`),
    last: list(`
      de/Vries, van der/Meer, van den/Heuvel, van 't/Hoff, van/Oosterhout, ter/Braak, in 't/Veld, el/Amrani, Hoogeveen-Smit,
      Dijkstra, Timmermans, Verhoeven, Willems, Kuiper, Bosscher, Yıldız, Jacobs, Peeters, Claessens, op den/Camp, van/Kleef,
      Coenen, Smeets, Wijnands, Brouwers, Haenen, van der/Zilverschoon-Terwindt, Hermans, Knubben, Dassen`),
    organizations: list(`
      Stichting Jeugdtennis Mergelland, Drukkerij De Zilvermeeuw, Bakkerij Het Derde Brood, Fietsenmakerij Los Zadel,
      Vriendenkring De Late Set, Accountantskantoor Dubbel & Enkel`),
    mailHosts: list("post.example, brievenbus.example, leden.example"),
  },
  de: {
    prefixes: list("Dr., Prof. Dr., Familie, Dipl.-Ing."),
    first: list(`
      Jürgen, Ingeborg, Katharina, Wolfgang, Jörg, Änne, Günther, Maximiliane-Henriette, Sören, Anke, Lukas, Mia, Emil, Käthe,
      Björn, Sibylle, Til, Franziska, Hartmut, Elif, Mehmet, Leonie, Ute, Rüdiger, Paulina, Hannes`),
    last: list(`
      Brandstetter, Sassenhausen, Obermüller, Pfeiffer, von/Quellenbrunn, von und zu/Hohenstein-Wartenfels, Groß, Weiß, Schäfer,
      Müller-Lüdenscheidt, Fröhlich, Haßler, Zöllner, Kübler, Straßburger, Ebenhöch, Winkelhofer, Ackermann, Çelik, Vogel,
      Nußbaumer, Hägele, Riedmatter, Dörflinger, Löffelhardt, zum/Bruch, Kaltenbacher, Süßkind, Ohnesorg, Birnbaum`),
    organizations: list(`
      Schreinerei Eulenspan GmbH, Förderverein Turnhalle Sternmoos e. V., Gasthof Zum Müden Mühlrad, Steuerbüro Null & Komma,
      Blumenhaus Vergissmeinnicht, Fahrschule Rückwärtsgang`),
    mailHosts: list("mail.example, briefkasten.example, netz.example"),
  },
  en: {
    prefixes: list("Mr, Mrs, Ms, Mx, Dr, Capt."),
    first: list(`
      Oliver, Priya, Declan, Imogen, Harriet, Tobias, Niamh, Rhys, Zachary, Beatrix, Olúwáṣeun, Fergus, Isla, Poppy, Alistair,
      Gwendolyn, Kwame, Sinéad, Barnaby, Tamsin, Jago, Morwenna, Edwin, Aisha, Rupert, Ffion`),
    last: list(`
      Whitcombe, Ramanathan, Ó Briain, Featherstonehaugh-Pemberton, Penhallow, Trewithick, Ashdown, Quillfeather, O’Sullivan,
      MacAllister, Okonkwo, Lantern-Hughes, de la/Mare, Bell, Thackray, Greenhalgh, Nightingale, Saltmarsh, Tregenza, Patel,
      Brightwater, Llewellyn, Winterbourne, Holloway, Fairweather, Cattermole, Hussain, St. John-Smythe, Yelland, Pascoe`),
    organizations: list(`
      The Crooked Oar Ltd, Lanternquay Sea Cadets, Bell Haven Primary School, Dry Dock & Daughters, Saltmarsh Surveyors,
      The Friends of the Old Slipway`),
    mailHosts: list("inbox.example, postroom.example, mail.example"),
  },
  fr: {
    prefixes: list("M., Mme, Dr, Me, Famille"),
    first: list(`
      Théo, Hélène, Margaux, Aurélie, Jean-Baptiste, Zoé, François, Noémie, Gaëlle, Loïc, Inès, Émile, Océane, Hervé,
      Marie-Clémence, Anaïs, Maël, Solène, Bérénice, Cédric, Agnès, Rémi, Clémence, Ulysse, Apolline, Yannick`),
    last: list(`
      Lefèvre, Marchand-Roux, Delacroix-Favre, de la/Bruyère-Montclair, du/Plessis, Béguelin, Rochat, Grandjean, d’Aubonne,
      Crottaz, Chevalley, Noël, Perrochon, Bélanger, Châtelain, Vuilleumier, Besançon, Desœuvres, L’Hôte, Mercier, des/Essarts,
      Jaccard, Piguet, Monnier, Fauçon, Tâche, Régnier, Oulevay, Bonzon, Ruchonnet`),
    organizations: list(`
      Boulangerie Au Pain Perdu Sàrl, Fondation des Petites Rames, Atelier Nautique du Roseau, Étude Plume & Parafe,
      Crèche Les Têtards, Café du Vieux Ponton`),
    mailHosts: list("courriel.example, boite.example, rameurs.example"),
  },
  it: {
    prefixes: list("Sig., Sig.ra, Dott., Dott.ssa, Ing., Famiglia"),
    first: list(`
      Chiara, Matteo, Niccolò, Ginevra, Mosè, Noè, Giosuè, Beatrice, Lorenzo, Camilla, Ilaria, Raffaele, Tommaso, Elisa, Donatella,
      Gian Luca, Maria Ausilia, Ettore, Fiammetta, Ivo, Nives, Pierangelo, Loredana, Simone, Giada, Alice`),
    last: list(`
      Bernaschina, Ferrarini, De/Angelis, Della/Torre, D’Amico-Riva, Lo/Presti, Fontana, Cantù, Pedrazzoli, Quadretti, Morosò,
      Nicolò, Bianchetti, Scascighini-Monteverdi, Dal/Pozzo, Zanetti, Gobbi, Casanova, Martinoni, Pagnamenta, Salvadè, Rusconi,
      Tettamanti, Cattaneo, Vanoni, Poncini, di/Sopra, Albertolli, Giudici, Regazzi`),
    organizations: list(`
      Gelateria Il Gusto Storto Sagl, Fondazione Vele Bianche, Officina Bullone & Figli, Grotto del Vento Fermo,
      Studio Legale Comma Terzo, Associazione Genitori Lagoquieto`),
    mailHosts: list("posta.example, casella.example, velisti.example"),
  },
};

/** Splits text at commas. With one name per line, the names would take pages. */
function list(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}
