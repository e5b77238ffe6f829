/** Syntax and meaning of a word of the language, for template authors. */
export interface WordMeaning {
  readonly signature: string;
  readonly about: string;
}

type Meanings = Readonly<Record<string, WordMeaning>>;

const word = (signature: string, about: string): WordMeaning => ({ signature, about });

/** Keys are the names in function-table.ts. */
export const functionMeanings: Meanings = {
  now: word(
    'now(format = null, zone = null)',
    'The moment of the request or step. With a format, a text in PHP’s letters.',
  ),
  dateAdd: word(
    "dateAdd(date, amount, unit = 'days')",
    "A date later or earlier. Also dateAdd(date, '+3 days') and dateAdd(date, 'P1DT2H').",
  ),
  dateDiff: word(
    "dateDiff(from, to, unit = 'days')",
    'How many whole units from the first date to the second.',
  ),
  hashHmac: word(
    "hashHmac(algo, data, key, output = 'hex')",
    'A signature: sha256, sha384, sha512 and others; as hex, base64 or base64url.',
  ),
  jwtEncode: word(
    "jwtEncode(payload, key, alg = 'HS256')",
    'A signed token of a map. Nothing is added to it.',
  ),
  jwtDecode: word(
    'jwtDecode(token, key, alg = null)',
    'The payload of a token, or null when its signature or its times do not hold.',
  ),
};

/** Keys are the names in filters/filter-table.ts. */
export const filterMeanings: Meanings = {
  default: word("default(value = '')", 'What to take when something is missing or empty.'),
  upper: word('upper', 'In capital letters.'),
  lower: word('lower', 'In small letters.'),
  capitalize: word('capitalize', 'The first letter large, all others small.'),
  title: word('title', 'The first letter of each word large.'),
  trim: word(
    "trim(characters = blanks, side = 'both')",
    "Without blanks at its ends; the side is 'both', 'left' or 'right'.",
  ),
  replace: word("replace({'old': 'new'})", 'Replaces texts; the longest key counts.'),
  nl2br: word('nl2br', 'Puts <br /> before each new line.'),
  striptags: word('striptags', 'Without HTML tags.'),
  length: word('length', 'How many characters, elements or keys.'),
  first: word('first', 'The first character or element.'),
  last: word('last', 'The last character or element.'),
  slice: word('slice(from, count = all)', 'A part; negative numbers count from the end.'),
  reverse: word('reverse', 'From the end to the beginning.'),
  join: word("join(between = '', beforeLast = between)", 'Makes a text of a list.'),
  split: word('split(separator, most = all)', 'Makes a list of a text.'),
  sort: word('sort', 'In order of the values.'),
  keys: word('keys', 'The keys of a map, as a list.'),
  merge: word('merge(other)', 'Two lists, or two maps, as one.'),
  abs: word('abs', 'Without its sign.'),
  round: word("round(digits = 0, way = 'common')", "Rounds; the way is 'common', 'ceil' or 'floor'."),
  number_format: word(
    "number_format(digits = 0, point = '.', separator = ',')",
    'A number as people read it.',
  ),
  date: word("date(format = 'F j, Y H:i', zone = the workspace’s)", 'A date as a text, in PHP’s letters.'),
  json_encode: word('json_encode', 'As JSON.'),
  json_decode: word('json_decode', 'The value of a JSON text.'),
  url_encode: word('url_encode', 'For an address; a map becomes a query.'),
  base64_encode: word('base64_encode', 'As Base64.'),
  base64_decode: word('base64_decode', 'What stands in Base64.'),
  e: word('e', 'Safe to put into HTML.'),
};

/** Keys are the names in run/tests.ts. */
export const testMeanings: Meanings = {
  defined: word('is defined', 'There is such a value.'),
  empty: word('is empty', 'Nothing, an empty text, list or map.'),
  null: word('is null', 'Nothing, or missing.'),
  none: word('is none', 'The same as null.'),
  even: word('is even', 'Divides by two.'),
  odd: word('is odd', 'Does not divide by two.'),
  iterable: word('is iterable', 'A list or a map.'),
  'same as': word('is same as(other)', 'Equal, and of the same type.'),
};

/** The parser knows no other tags. */
export const tagMeanings: Meanings = {
  if: word('{% if … %} … {% elseif … %} … {% else %} … {% endif %}', 'Text on a condition.'),
  for: word('{% for item in list %} … {% else %} … {% endfor %}', 'Text for each element of a list or map.'),
  set: word('{% set name = value %}', 'Names a value.'),
};
