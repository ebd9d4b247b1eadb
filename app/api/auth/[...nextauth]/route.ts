import { answerAuthentication } from "@/server/auth-handler";

export { answerAuthentication as GET, answerAuthentication as POST };
