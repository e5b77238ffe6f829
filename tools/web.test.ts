import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideSections, guides } from '../web/src/texts/guides.ts';
import { wordsInJsx, wordsOutsideTheCatalogue } from './web-words.ts';

const web = new URL('../web/', import.meta.url).pathname;

test('every string that the console shows is in the catalog', () => {
  expect(wordsOutsideTheCatalogue(join(web, 'src'))).toEqual([]);
});

test('wordsInJsx finds text in element content and in accessible attributes', () => {
  const source = `const a = <p title="Hello there">Some words {'more words'} {known}</p>;\nconst b = <i className="fine" />;`;
  expect(wordsInJsx('a.tsx', source)).toEqual([
    'a.tsx:1: Hello there',
    'a.tsx:1: Some words',
    'a.tsx:1: more words',
  ]);
});

test('the styles of every Mantine component that the console uses are loaded', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: web }).map((file) =>
    readFileSync(join(web, file), 'utf8'),
  );
  const components = files
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const styles = new Set(
    readdirSync(new URL('../node_modules/@mantine/core/styles/', import.meta.url)).filter((name) =>
      name.endsWith('.layer.css'),
    ),
  );
  const loaded = readFileSync(join(web, 'src/mantine.css'), 'utf8');
  const missing = new Set(
    components.filter((name) => styles.has(`${name}.layer.css`) && !loaded.includes(`/${name}.layer.css`)),
  );
  expect(components).toContain('Button');
  expect([...missing]).toEqual([]);
});

test('every guide that the console links to exists, with the heading that the console shows', () => {
  const listed = Object.entries(guides).map(([path, title]) => [path, `# ${title}`]);
  const headings = listed.map(([path = '']) => {
    const [heading] = readFileSync(join(web, '../docs', path), 'utf8').split('\n');
    return [path, heading];
  });
  expect(headings).toEqual(listed);
});

test('every section of a guide that the console links to exists', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const missing = Object.keys(guideSections).filter((place) => {
    const [path = '', section] = place.split('#');
    const text = readFileSync(join(web, '../docs', path), 'utf8');
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading));
    return !headings.includes(section ?? '');
  });
  expect(missing).toEqual([]);
});
