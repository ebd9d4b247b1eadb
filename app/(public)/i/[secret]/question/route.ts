import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import { outcomeOf } from "@/app/(public)/i/outcome-of";
import { db } from "@/db/client";
import { askQuestion, customerQuestion } from "@/server/customer-page/ask-question";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { LONGEST_HOLD_REASON } from "@/server/domain/rules/holds";

/** Records a question or an objection by the customer. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/question">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const question = { message: opened.form.get("message")?.replaceAll("\r\n", "\n"), objects: opened.form.has("objects") };
    const { refusal } = await outcomeOf(async () => askQuestion(db, opened.actor, customerQuestion.parse(question)));
    if (refusal) return askAgain(opened, { ...question, message: question.message ?? "" }, refusal.code);
    return goTo(`${opened.path}?done=${question.objects ? "objected" : "asked"}#questions`);
  });
}

/** Shows the page again with the typed text and the reason of the refusal. */
async function askAgain(opened: Opened, typed: { message: string; objects: boolean }, code: string): Promise<Response> {
  const described = await readInvoice(opened);
  const { say, count } = described.reading;
  const problem =
    code === "too_many_attempts"
      ? say("problems.too_many_attempts")
      : say("problems.invalid_message", { most: count(LONGEST_HOLD_REASON) });
  const question = { ...typed, problem };
  return page(customerPage({ ...described, ...opened, question, refusal: problem }), code === "too_many_attempts" ? 429 : 422);
}
