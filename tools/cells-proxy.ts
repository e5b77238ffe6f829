import { readFileSync } from 'node:fs';

const single = new URL('../deploy/nginx.conf', import.meta.url);

const head = `# nginx in front of several cells: deploy/nginx.conf, except that the host of a request selects the cell. \`npm run generate\`
# writes this file from deploy/nginx.conf. \`hark cells map\` writes the file that it includes. Set TRUST_PROXY=1 for every
# \`serve\`. See docs/scale.md, "Cells". server/test/faults/cells.test.ts tests this file with other addresses.
`;

const replaced: readonly (readonly [RegExp, string])[] = [
  [/^(?:#.*\n)+/, head],
  [
    /^http \{\n/m,
    'http {\n  # First, because it sets the size of the tables for every map below.\n  include /etc/nginx/hark-cells.conf;\n\n',
  ],
  [/(?: {2}#.*\n)+ {2}upstream hark \{[^}]*\}\n\n/, ''],
  [/http:\/\/hark;/g, 'http://$hark_cell;'],
];

/** Renders deploy/nginx-cells.conf. It has the same rules as deploy/nginx.conf, so it is derived from that file. */
export function renderCellsProxy(): string {
  return replaced.reduce(
    (text, [pattern, value]) => {
      if (text.search(pattern) < 0) throw new Error(`deploy/nginx.conf has nothing like ${pattern}`);
      return text.replace(pattern, () => value);
    },
    readFileSync(single, 'utf8'),
  );
}
