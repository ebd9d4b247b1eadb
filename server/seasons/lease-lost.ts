/** Thrown where a season was stopped meanwhile, or another process plays it. */
export class LeaseLost extends Error {}

/** Thrown where a day takes longer than one turn, and others have theirs first. Nothing is wrong: the next turn continues. */
export class DayLeft extends Error {}
