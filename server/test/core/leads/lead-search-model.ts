import type { Random } from '../../harness/seeded-random.ts';

const aliases = ['first_name', 'last_name', 'company', 'email', 'city'] as const;
type Alias = (typeof aliases)[number];

/** A lead as far as searches go; `city` has no index of parts. */
export type ModelLead = Readonly<Record<Alias, string | null>> & {
  readonly id: number;
  readonly owner: number;
};

/** Wildcards, what escapes them, quotes, accents in both forms, other scripts, a character of two units. */
const characters = [...'abAB 1%_\\\'"-.@éÉßжЖ漢𝄞', 'e\u0301'];

const randomText = (random: Random, length: number): string =>
  Array.from({ length }, () => random.oneOf(characters)).join('');

/** Leads whose texts are short and of few characters, so that parts of one are often parts of another. */
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

type Holds = (lead: ModelLead) => boolean;

const operators: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  ends_with: (text, part) => text.endsWith(part),
  not_contains: (text, part) => !text.includes(part),
  not_ends_with: (text, part) => !text.endsWith(part),
  begins_with: (text, part) => text.startsWith(part),
};

function randomCondition(random: Random, leads: readonly ModelLead[]): { sent: unknown; holds: Holds } {
  const alias = random.oneOf(aliases);
  const operator = random.oneOf(['contains', 'contains', 'contains', 'ends_with', ...Object.keys(operators)]);
  const value = partOf(random, random.oneOf(leads)[alias] ?? '') || randomText(random, 1 + random.pick(4));
  // Text is trimmed when it is read, so a part that is nothing but blanks says nothing.
  const sentValue = value.trim() || 'a';
  const compares = operators[operator];
  return {
    sent: { alias, operator, value: sentValue },
    holds: (lead) => {
      const text = lead[alias];
      if (text === null) return operator.startsWith('not_');
      return compares?.(plain(text), plain(sentValue)) ?? false;
    },
  };
}

/** A part of a text by whole characters, in either case. */
function partOf(random: Random, text: string): string {
  const all = [...text];
  const start = random.pick(all.length);
  const part = all.slice(start, start + 1 + random.pick(6)).join('');
  return random.chance(30) ? part.toUpperCase() : part;
}

/** Up to three conditions or groups of them, joined by all or any. */
export function randomFilter(random: Random, leads: readonly ModelLead[], depth = 0) {
  const match = random.oneOf(['all', 'any'] as const);
  const parts: { sent: unknown; holds: Holds }[] = Array.from({ length: 1 + random.pick(3) }, () => {
    if (depth > 2 || random.chance(70)) return randomCondition(random, leads);
    const group = randomFilter(random, leads, depth + 1);
    return { sent: { [group.match]: group.filters }, holds: group.holds };
  });
  const holds: Holds = (lead) =>
    match === 'all' ? parts.every((part) => part.holds(lead)) : parts.some((part) => part.holds(lead));
  return { filters: parts.map((part) => part.sent), match, holds };
}
