"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { Part } from "../part";
import { BeginSeason } from "./begin-season";
import { SeasonFiles } from "./season-files";
import { SeasonProgress } from "./season-progress";

const REFETCH_PLAYING_MS = 1_000;

/** The sandbox's season: the form to begin one, its progress, and its files. */
export function Season() {
  const say = useTranslations("settings.season");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isBeginning, setBeginning] = useState(false);
  const { data: season } = useQuery(
    trpc.sandbox.season.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.state === "playing" ? REFETCH_PLAYING_MS : false),
    }),
  );
  const progress = season ? `${season.state} ${season.playedOn}` : undefined;
  const isPlaying = season?.state === "playing";
  const before = useRef(progress);
  useEffect(() => {
    if (before.current !== undefined && before.current !== progress)
      void queries.invalidateQueries(isPlaying ? trpc.sandbox.pathFilter() : undefined);
    before.current = progress;
  }, [progress, isPlaying, queries, trpc]);
  if (season === undefined) return null;
  return (
    <>
      <Part title={say("title")} about={say("about")}>
        {season && <SeasonProgress season={season} />}
        {season && !isPlaying && !isBeginning && (
          <div>
            <Button onClick={() => setBeginning(true)}>{say("another")}</Button>
          </div>
        )}
        {(!season || (isBeginning && !isPlaying)) && <BeginSeason earlier={season} onBegun={() => setBeginning(false)} />}
      </Part>
      {season && <SeasonFiles key={season.id} />}
    </>
  );
}
