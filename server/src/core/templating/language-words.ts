/** The syntax and meaning of a word in the template language, for template authors. */
export interface WordMeaning {
  readonly signature: string;
  readonly about: string;
}

type Meanings = Readonly<Record<string, WordMeaning>>;

const word = (signature: string, about: string): WordMeaning => ({ signature, about });

/** The functions; keys are the names in function-table.ts. */
export const functionMeanings: Meanings = {
  now: word(
    'now(format = null, zone = null)',
    "The time of the request or step. With a format in PHP's date notation, returns text.",
  ),
  dateAdd: word(
    "dateAdd(date, amount, unit = 'days')",
    "Moves a date forward or back. Also dateAdd(date, '+3 days') and dateAdd(date, 'P1DT2H').",
  ),
  dateDiff: word("dateDiff(from, to, unit = 'days')", 'The number of whole units between two dates.'),
  hashHmac: word(
    "hashHmac(algo, data, key, output = 'hex')",
    'An HMAC signature: sha256, sha384, sha512 and others, as hex, base64 or base64url.',
  ),
  jwtEncode: word(
    "jwtEncode(payload, key, alg = 'HS256')",
    'Creates a signed token (JWT) from a map, without adding claims.',
  ),
  jwtDecode: word(
    'jwtDecode(token, key, alg = null)',
    "The payload of a token, or null if its signature is wrong or it isn't currently valid.",
  ),
};

/** The filters; keys are the names in filters/filter-table.ts. */
export const filterMeanings: Meanings = {
  default: word("default(value = '')", 'A fallback for a missing or empty value.'),
  upper: word('upper', 'Converts to upper case.'),
  lower: word('lower', 'Converts to lower case.'),
  capitalize: word('capitalize', 'Capitalizes the first letter and lower-cases the rest.'),
  title: word('title', 'Capitalizes the first letter of each word.'),
  trim: word(
    "trim(characters = whitespace, side = 'both')",
    "Removes whitespace from the ends; the side is 'both', 'left' or 'right'.",
  ),
  replace: word("replace({'old': 'new'})", 'Replaces text; the longest matching key wins.'),
  nl2br: word('nl2br', 'Inserts <br /> before each line break.'),
  striptags: word('striptags', 'Removes HTML tags.'),
  length: word('length', 'The number of characters, elements or keys.'),
  first: word('first', 'The first character or element.'),
  last: word('last', 'The last character or element.'),
  slice: word('slice(from, count = all)', 'A part of text or a list; negative numbers count from the end.'),
  reverse: word('reverse', 'Reverses text or a list.'),
  join: word("join(between = '', beforeLast = between)", 'Joins a list into text.'),
  split: word('split(separator, limit = none)', 'Splits text into a list.'),
  sort: word('sort', 'Sorts by value.'),
  keys: word('keys', 'The keys of a map, as a list.'),
  merge: word('merge(other)', 'Merges two lists or two maps.'),
  abs: word('abs', 'The absolute value.'),
  round: word(
    "round(digits = 0, method = 'common')",
    "Rounds a number; the method is 'common', 'ceil' or 'floor'.",
  ),
  number_format: word(
    "number_format(digits = 0, point = '.', separator = ',')",
    'Formats a number with separators.',
  ),
  date: word("date(format = 'F j, Y H:i', zone = the workspace's)", "Formats a date in PHP's date notation."),
  json_encode: word('json_encode', 'Encodes as JSON.'),
  json_decode: word('json_decode', 'Decodes JSON.'),
  url_encode: word('url_encode', 'Encodes for a URL; a map becomes a query string.'),
  base64_encode: word('base64_encode', 'Encodes as Base64.'),
  base64_decode: word('base64_decode', 'Decodes Base64.'),
  e: word('e', 'Escapes for HTML.'),
};

/** The tests; keys are the names in run/tests.ts. */
export const testMeanings: Meanings = {
  defined: word('is defined', 'The value exists.'),
  empty: word('is empty', 'Null, empty text, an empty list or an empty map.'),
  null: word('is null', 'Null or missing.'),
  none: word('is none', 'An alias of null.'),
  even: word('is even', 'Divisible by two.'),
  odd: word('is odd', 'Not divisible by two.'),
  iterable: word('is iterable', 'A list or a map.'),
  'same as': word('is same as(other)', 'Equal, and of the same type.'),
};

/** The tags. The parser supports no others. */
export const tagMeanings: Meanings = {
  if: word('{% if … %} … {% elseif … %} … {% else %} … {% endif %}', 'Renders text if a condition is true.'),
  for: word(
    '{% for item in list %} … {% else %} … {% endfor %}',
    'Renders text for each element of a list or map.',
  ),
  set: word('{% set name = value %}', 'Assigns a value to a variable.'),
};
