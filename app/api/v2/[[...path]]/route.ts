import { toResponse } from "@/server/api/route-handlers";
import { dispatch } from "../dispatch";

/** Answers paths that have no file of their own: the interface's spellings with colons, unknown paths, paths with a trailing slash. */
async function answer(request: Request): Promise<Response> {
  return toResponse(await dispatch(request));
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
