import { answerLogout } from "@/server/auth/answer-logout";

/** Ends sessions after an organisation has signed a person out (OpenID Connect Back-Channel Logout 1.0). */
export async function POST(request: Request, { params }: RouteContext<"/api/auth/backchannel-logout/[provider]">): Promise<Response> {
  return answerLogout(request, (await params).provider);
}
