"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { answerProofWith } from "./ask-for-proof";

const ProofDialog = dynamic(() => import("./proof-dialog"));

/** Stands on every page and shows nothing until something wants to be sure of the reader. Several that want it at once share one question. */
export function ProofAsker() {
  const [isAsking, setAsking] = useState(false);
  const question = useRef<{ answered: Promise<boolean>; answer: (isProved: boolean) => void }>(undefined);

  useEffect(
    () =>
      answerProofWith(() => {
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
