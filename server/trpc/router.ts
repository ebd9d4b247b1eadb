import { bankRouter } from "./bank";
import { bankAccountsRouter } from "./bank-accounts";
import { bulkJobsRouter } from "./bulk-jobs";
import { companiesRouter } from "./companies";
import { debitsRouter } from "./debits";
import { endpointsRouter } from "./endpoints";
import { factorsRouter } from "./factors";
import { homeRouter } from "./home";
import { importsRouter } from "./imports";
import { router } from "./init";
import { invoiceRouter } from "./invoice";
import { invoicesRouter } from "./invoices";
import { keysRouter } from "./keys";
import { mandatesRouter } from "./mandates";
import { payoutsRouter } from "./payouts";
import { peopleRouter } from "./people";
import { previewsRouter } from "./previews";
import { proposalsRouter } from "./proposals";
import { sandboxRouter } from "./sandbox";
import { securityRouter } from "./security";
import { sessionRouter } from "./session";
import { supportRouter } from "./support";
import { teamRouter } from "./team";
import { ticketsRouter } from "./tickets";

/** The portal's only interface. Each noun has a router, and each procedure calls one service. */
export const appRouter = router({
  bank: bankRouter,
  bankAccounts: bankAccountsRouter,
  bulkJobs: bulkJobsRouter,
  companies: companiesRouter,
  debits: debitsRouter,
  endpoints: endpointsRouter,
  factors: factorsRouter,
  home: homeRouter,
  imports: importsRouter,
  invoice: invoiceRouter,
  invoices: invoicesRouter,
  keys: keysRouter,
  mandates: mandatesRouter,
  payouts: payoutsRouter,
  people: peopleRouter,
  previews: previewsRouter,
  proposals: proposalsRouter,
  sandbox: sandboxRouter,
  security: securityRouter,
  session: sessionRouter,
  support: supportRouter,
  team: teamRouter,
  tickets: ticketsRouter,
});

export type AppRouter = typeof appRouter;
