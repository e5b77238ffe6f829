import { suites as benchmarks } from '../../bench/suites.ts';

/** One command of `npm run test:everything`. */
export interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** These benchmarks measure other products, which have to be installed first. */
const OTHER_PRODUCTS = ['directus', 'n8n'];
/** The drill `full-disk` isn't here: it needs root. */
const DRILLS = ['restore', 'upgrade', 'rollback', 'alerts', 'move'];
/** At full size, a generated test can take half an hour. */
const LONG_TESTS = ['--testTimeout', '1800000'];

const npm = (...args: string[]) => ['npm', 'run', '--silent', ...args];
const runs = (project: string) => ['vitest', 'run', '--project', project, ...LONG_TESTS];

/** Everything that tests Hark. A name such as `drill:move` belongs to the group `drill`. */
export const parts: readonly Part[] = [
  // No file of a clean tree has changed, so of this command only the static checks run.
  { name: 'static', command: npm('check', '--', '--changed', 'HEAD') },
  { name: 'server', command: runs('server') },
  { name: 'tools', command: runs('tools') },
  { name: 'web', command: runs('web') },
  { name: 'commands', command: npm('test:commands') },
  { name: 'docs', command: npm('test:docs') },
  { name: 'browser', command: npm('test:browser') },
  { name: 'faults', command: runs('faults') },
  { name: 'contract:direct', command: npm('test:contract'), env: { HARK_SLOW: '1' } },
  { name: 'contract:pgbouncer', command: npm('test:contract:pgbouncer'), env: { HARK_SLOW: '1' } },
  { name: 'chaos:one-engine', command: npm('chaos', '--', '--json') },
  { name: 'chaos:cluster', command: npm('chaos', '--', '--cluster', '--json') },
  ...DRILLS.map((name) => ({ name: `drill:${name}`, command: npm('drill', '--', name, '--json') })),
  ...Object.keys(benchmarks)
    .filter((name) => !OTHER_PRODUCTS.includes(name))
    .map((name) => ({ name: `bench:${name}`, command: npm('bench', '--', name, '--quick', '--json') })),
];

/** Returns the parts with these names and of these groups, or all parts. */
export function choose(names: readonly string[]): readonly Part[] {
  const isNamed =
    (name: string) =>
    ({ name: part }: Part) =>
      part === name || part.split(':')[0] === name;
  const unknown = names.filter((name) => !parts.some(isNamed(name)));
  if (unknown.length > 0)
    throw new Error(
      `There is no part ${unknown.join(', ')}. The parts are ${parts.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? parts : parts.filter((part) => names.some((name) => isNamed(name)(part)));
}
