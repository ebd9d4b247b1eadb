import { toResponse } from "@/server/api/route-handlers";
import { dispatch } from "../dispatch";

/** Answers paths without a file: the interface's spelling with colons, unknown paths, trailing slashes. */
async function answer(request: Request): Promise<Response> {
  return toResponse(await dispatch(request));
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
