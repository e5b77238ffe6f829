import { listenersTexts } from '../../../texts/listeners.ts';

const { origins: texts } = listenersTexts.browsers;

/** Entries that can never equal an origin (spec/listeners §4.2), reported before a request is rejected. */
const faults: readonly (readonly [isAt: (entry: string) => boolean, text: (entry: string) => string])[] = [
  [(entry) => entry.includes('*'), texts.pattern],
  [(entry) => !entry.includes('://') && entry !== 'null', texts.no_scheme],
  [(entry) => /\/$/.test(entry), texts.slash_in_list],
  [(entry) => /:\/\/[^/]*\//.test(entry), texts.path_in_list],
  [(entry) => entry !== entry.toLowerCase(), texts.letter_case],
];

/** The first entry that can never match, in words. */
export function originFault(list: string): string | undefined {
  const entries = list.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter((one) => one !== '' && one !== '*')) {
    const fault = faults.find(([isAt]) => isAt(entry));
    if (fault) return fault[1](entry);
  }
  return undefined;
}
