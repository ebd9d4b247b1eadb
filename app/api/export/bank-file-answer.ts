const contentTypes = { xml: "application/xml; charset=utf-8", csv: "text/csv; charset=utf-8" };

/** Answers with a file for a bank, as a download of this name. */
export function answerBankFile(file: string, name: string, kind: keyof typeof contentTypes): Response {
  return new Response(file, {
    headers: {
      "Cache-Control": "private, no-store",
      "Content-Type": contentTypes[kind],
      "Content-Disposition": `attachment; filename="${name}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
