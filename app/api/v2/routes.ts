import { GET as reference } from "./openapi.json/route";
import { type Route, recordRoutes } from "./record-routes";

/** Every path of the interface: what is dispatched, described in the reference and tested for access comes from here. */
export const routes: Route[] = [...recordRoutes, { path: "/openapi.json", endpoints: reference.endpoints }];
