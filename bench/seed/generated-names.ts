import { type Random, seededRandom } from '../../server/test/harness/seeded-random.ts';

const onsets = ['b', 'br', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v', 'w'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ei', 'ö', 'ia'];
const codas = ['', '', 'n', 'r', 's', 'l', 'm'];

/** Returns a list of made-up words. The list is the same every time, and no word contains a "q". */
function words(count: number, syllables: number, seed: number): string[] {
  const random = seededRandom(seed);
  const syllable = () => random.oneOf(onsets) + random.oneOf(vowels) + random.oneOf(codas);
  return Array.from({ length: count }, () => {
    const word = Array.from({ length: syllables }, syllable).join('');
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
}

const lists = {
  first: words(800, 2, 1),
  last: words(8_000, 2, 2),
  company: words(20_000, 3, 3),
  city: words(3_000, 2, 4),
  street: words(2_000, 2, 5),
};
const positions = ['Buyer', 'Head of Sales', 'Owner', 'Engineer', 'Office Manager', 'Director of Operations'];
const states = words(60, 2, 6);
const countries = [
  'Germany',
  'Austria',
  'Switzerland',
  'France',
  'Poland',
  'Netherlands',
  'Denmark',
  'Italy',
];
const sources = ['Website', 'Fair', 'Referral', 'Newsletter', 'Phone', 'Partner'];
const statuses = ['New', 'Contacted', 'Won', 'Lost', 'Paused'];
const segments = words(500, 2, 7);
const tags = words(50, 1, 8);

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick(10)).join('');

/** The status that half of all leads have. */
export const wideStatus = 'Open';

/** Returns a lead's values as a caller would send them. The same ID always gets the same values. */
export function makeRecord(id: number, isWide: boolean): Record<string, unknown> {
  const random = seededRandom(id);
  const first = random.oneOf(lists.first);
  const last = random.oneOf(lists.last);
  const company = random.oneOf(lists.company);
  const domain = company.toLowerCase().replaceAll('ö', 'oe');
  return {
    first_name: first,
    last_name: last,
    email: `contact.${id}@${domain}.example`,
    phone: `+49 ${digits(random, 3)} ${digits(random, 7)}`,
    ...(random.chance(60) ? { mobile: `+49 1${digits(random, 2)} ${digits(random, 8)}` } : {}),
    company: `${company} GmbH`,
    position: random.oneOf(positions),
    address1: `${random.oneOf(lists.street)}straße ${1 + random.pick(200)}`,
    ...(random.chance(15) ? { address2: `${1 + random.pick(9)}. floor` } : {}),
    city: random.oneOf(lists.city),
    state: random.oneOf(states),
    zipcode: digits(random, 5),
    country: random.oneOf(countries),
    ...(random.chance(70) ? { website: `https://www.${domain}.example` } : {}),
    source: random.oneOf(sources),
    status: isWide ? wideStatus : random.oneOf(statuses),
    score: random.pick(1_000),
    tags: [random.oneOf(tags)],
    budget: random.pick(10_000_000) / 100,
    segment: random.oneOf(segments),
    renewal: `20${26 + random.pick(4)}-0${1 + random.pick(9)}-1${random.pick(10)}`,
  };
}
