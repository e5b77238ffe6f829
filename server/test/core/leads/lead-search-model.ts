import type { Random } from '../../harness/seeded-random.ts';

const aliases = ['first_name', 'last_name', 'company', 'email', 'city'] as const;
type Alias = (typeof aliases)[number];

/** The parts of a lead that searches use. `city` has no trigram index. */
export type ModelLead = Readonly<Record<Alias, string | null>> & {
  readonly id: number;
  readonly owner: number;
};

/** Wildcards, escapes, quotes, accents in both normal forms, other scripts, a surrogate pair. */
const characters = [...'abAB 1%_\\\'"-.@éÉßжЖ漢𝄞', 'e\u0301'];

const randomText = (random: Random, length: number): string =>
  Array.from({ length }, () => random.oneOf(characters)).join('');

/** Generates leads with short values made of few characters, so parts of one value often match another. */
export const randomLeads = (random: Random, count: number): ModelLead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    owner: random.chance(50) ? 1 : 2,
    first_name: random.chance(20) ? null : randomText(random, 1 + random.pick(6)),
    last_name: random.chance(20) ? null : randomText(random, 1 + random.pick(9)),
    company: `${randomText(random, random.pick(4))} Common ${randomText(random, random.pick(5))}`,
    email: `${index}${randomText(random, 4)}@${random.pick(9)}.test`,
    city: randomText(random, 3),
  }));

const plain = (text: string) => text.normalize('NFC').toLowerCase();

type Matches = (lead: ModelLead) => boolean;

const operators: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  ends_with: (text, part) => text.endsWith(part),
  not_contains: (text, part) => !text.includes(part),
  not_ends_with: (text, part) => !text.endsWith(part),
  begins_with: (text, part) => text.startsWith(part),
};

function randomCondition(random: Random, leads: readonly ModelLead[]): { sent: unknown; matches: Matches } {
  const alias = random.oneOf(aliases);
  const operator = random.oneOf(['contains', 'contains', 'contains', 'ends_with', ...Object.keys(operators)]);
  const value = partOf(random, random.oneOf(leads)[alias] ?? '') || randomText(random, 1 + random.pick(4));
  // The product trims search values, so a search for only spaces would match everything.
  const sentValue = value.trim() || 'a';
  const compares = operators[operator];
  return {
    sent: { alias, operator, value: sentValue },
    matches: (lead) => {
      const text = lead[alias];
      if (text === null) return operator.startsWith('not_');
      return compares?.(plain(text), plain(sentValue)) ?? false;
    },
  };
}

/** Returns a substring that starts and ends on character boundaries, in upper or lower case. */
function partOf(random: Random, text: string): string {
  const all = [...text];
  const start = random.pick(all.length);
  const part = all.slice(start, start + 1 + random.pick(6)).join('');
  return random.chance(30) ? part.toUpperCase() : part;
}

/** Generates up to three conditions or groups, combined with all or any. */
export function randomFilter(random: Random, leads: readonly ModelLead[], depth = 0) {
  const match = random.oneOf(['all', 'any'] as const);
  const parts: { sent: unknown; matches: Matches }[] = Array.from({ length: 1 + random.pick(3) }, () => {
    if (depth > 2 || random.chance(70)) return randomCondition(random, leads);
    const group = randomFilter(random, leads, depth + 1);
    return { sent: { [group.match]: group.filters }, matches: group.matches };
  });
  const matches: Matches = (lead) =>
    match === 'all' ? parts.every((part) => part.matches(lead)) : parts.some((part) => part.matches(lead));
  return { filters: parts.map((part) => part.sent), match, matches };
}
