import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Part } from "./part";

const kept = ["customers", "conversations", "books", "links", "mails", "requests", "log", "people"] as const;

/** Table of the stored data with its retention periods. `children`: the setting of how long customers' data is kept. */
export function KeptData({ children }: { children: ReactNode }) {
  const say = useTranslations("settings.data");
  return (
    <>
      <Part title={say("retention")} about={say("retentionAbout")}>
        {children}
      </Part>
      <section className="grid gap-3 border-t border-line py-8">
        <h2>{say("kept")}</h2>
        <Table caption={say("kept")} flush>
          <TableHead>
            <HeadCell>{say("what")}</HeadCell>
            <HeadCell>{say("howLong")}</HeadCell>
          </TableHead>
          <TableBody>
            {kept.map((kind) => (
              <Row key={kind}>
                <Cell className="py-1.5 align-top">{say(`kinds.${kind}`)}</Cell>
                <Cell className="py-1.5 align-top text-ink-muted">{say(`until.${kind}`)}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
        <p className="text-sm text-ink-muted">{say("where")}</p>
      </section>
    </>
  );
}
