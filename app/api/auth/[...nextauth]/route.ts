import { answerAuthentication } from "@/server/auth/auth-handler";

export { answerAuthentication as GET, answerAuthentication as POST };
