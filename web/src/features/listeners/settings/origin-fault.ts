import { corsTesterTexts } from '../../../texts/listeners/cors-tester.ts';

const { origins: texts } = corsTesterTexts;

/** Finds entries that can never equal an origin (spec/listeners §4.2), so users notice them before a request is rejected. */
const faults: readonly (readonly [matches: (entry: string) => boolean, text: (entry: string) => string])[] = [
  [(entry) => entry.includes('*'), texts.pattern],
  [(entry) => !entry.includes('://') && entry !== 'null', texts.no_scheme],
  [(entry) => /\/$/.test(entry), texts.slash_in_list],
  [(entry) => /:\/\/[^/]*\//.test(entry), texts.path_in_list],
  [(entry) => entry !== entry.toLowerCase(), texts.letter_case],
];

/** Checks a list of origins. @returns what is wrong with the first entry that can never match, if any */
export function originFault(list: string): string | undefined {
  const entries = list.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter((one) => one !== '' && one !== '*')) {
    const fault = faults.find(([matches]) => matches(entry));
    if (fault) return fault[1](entry);
  }
  return undefined;
}
