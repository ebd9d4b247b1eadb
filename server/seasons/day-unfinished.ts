/** Error for a day that needs more than one turn. The other seasons have their turns first. The next turn continues the day. */
export class DayUnfinished extends Error {}
