/** Error for a season that was stopped meanwhile, or that another process plays. */
export class LeaseLost extends Error {}
