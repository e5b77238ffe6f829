// Writes server/src/core/users/common-passwords.gen.ts from the password list of @zxcvbn-ts/language-common. Unpack the
// package, then run `node tools/common-passwords.ts <package folder>`. Not part of `npm run generate`, because the
// list changes rarely and the package isn't needed for anything else.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { baseOf, minBaseLength } from '../server/src/core/users/common-password.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node tools/common-passwords.ts <package folder>');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
const listed = JSON.parse(read('src/passwords.json')) as string[];
const words = new Set(listed.flatMap((word) => [word.toLowerCase(), baseOf(word)]));
const kept = [...words].filter((word) => word.length >= minBaseLength).sort();
const packed = deflateRawSync(`\n${kept.join('\n')}\n`, { level: 9 }).toString('base64');

writeFileSync(
  path.resolve(import.meta.dirname, '../server/src/core/users/common-passwords.gen.ts'),
  `// Written by tools/common-passwords.ts. Don't edit.
/*!
The password list of ${name} ${version}, in lower case, without trailing digits and punctuation.

${read('LICENSE.txt').trim()}
*/

/** One password per line, deflated, in Base64. */
export const commonPasswords =
  '${packed}';
`,
);
