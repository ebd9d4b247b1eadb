import { GET as reference } from "./openapi.json/route";
import { type Route, recordRoutes } from "./record-routes";

/** All paths of the interface, for dispatching, for the reference, and for tests of access. */
export const routes: Route[] = [...recordRoutes, { path: "/openapi.json", endpoints: reference.endpoints }];
