"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { registerProofAsker } from "./ask-for-proof";

const ProofDialog = dynamic(() => import("./proof-dialog"));

/** Dialog for proof of identity, part of every page and closed until a request needs such proof. Simultaneous requests share one dialog. */
export function ProofAsker() {
  const [isAsking, setAsking] = useState(false);
  /** The open question: a promise of its answer, and the function that answers it. */
  const question = useRef<{ answered: Promise<boolean>; answer: (isProved: boolean) => void }>(undefined);

  useEffect(
    () =>
      registerProofAsker(() => {
        if (!question.current) {
          let answer = (_isProved: boolean) => {};
          const answered = new Promise<boolean>((resolve) => {
            answer = resolve;
          });
          question.current = { answered, answer };
          setAsking(true);
        }
        return question.current.answered;
      }),
    [],
  );

  function close(isProved: boolean) {
    question.current?.answer(isProved);
    question.current = undefined;
    setAsking(false);
  }

  return isAsking && <ProofDialog onClose={close} />;
}
