/**
 * States of a season. `stopped`: by a person, or because the days are over for which it was to be played. `failed`: a day could not be
 * played several times in a row. Both can be played on. `ended`: its last day is over.
 */
export const seasonStates = ["playing", "stopped", "failed", "ended"] as const;

/**
 * Kinds of a season's files, in the order of a day: files of direct debits for the bank; its reports about them; its notifications and
 * statements.
 */
export const seasonFileKinds = ["pain008", "pain002", "camt054", "camt053"] as const;
export type SeasonFileKind = (typeof seasonFileKinds)[number];
