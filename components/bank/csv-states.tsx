import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/form/select";
import { type CsvState, csvStates, type StateWord } from "@/server/domain/banking/csv-layout";

interface Props {
  /** Words of the bank that nobody has explained yet. */
  unknown: readonly string[];
  said: readonly StateWord[];
  onSay: (word: string, state: CsvState | null) => void;
}

/** Asks for the meaning of words by which a bank says whether an entry is booked, and which the service does not know. */
export function CsvStates({ unknown, said, onSay }: Props) {
  const say = useTranslations("bank.csv.states");
  const words = [...said.map(({ word }) => word), ...unknown.filter((word) => !stateOf(word, said))];
  if (words.length === 0) return null;
  return (
    <fieldset className="grid gap-1 rounded-md border border-line-strong px-3 py-2">
      <legend className="px-1 font-medium">{say("title")}</legend>
      <p className="text-ink-muted">{say("intro")}</p>
      {words.map((word) => (
        <div key={word} className="grid gap-1 py-1 sm:grid-cols-[minmax(0,1fr)_13rem] sm:items-center sm:gap-4">
          <span className="font-medium wrap-anywhere">{word}</span>
          <Select
            aria-label={say("meaning", { word })}
            value={stateOf(word, said) ?? ""}
            // Found by its index, because TypeScript knows the chosen value only as a string. The first option is none.
            onChange={({ target }) => onSay(word, csvStates[target.selectedIndex - 1] ?? null)}
          >
            <option value="">{say("choose")}</option>
            {csvStates.map((state) => (
              <option key={state} value={state}>
                {say(state)}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </fieldset>
  );
}

/** Returns the state that was said of a word, compared without letter case; undefined if none was said. */
export function stateOf(word: string, said: readonly StateWord[]): CsvState | undefined {
  return said.find((each) => each.word.toLowerCase() === word.toLowerCase())?.state;
}
