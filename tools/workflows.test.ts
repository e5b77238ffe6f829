import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: { run?: string }[] }>;
}

const folder = path.resolve(import.meta.dirname, '../.github/workflows');
const files = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(path.join(folder, name), 'utf8'),
}));

describe.each(files)('$name', ({ text }) => {
  const workflow = parse(text) as Workflow;

  test('pins every action to a commit and names its version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  test('has write permissions only in the jobs that need them', () => {
    expect(Object.values(workflow.permissions)).not.toContain('write');
  });

  test('contains no logic: each step runs one script', () => {
    const commands = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );
    expect(commands.filter((run) => !/^(bash \.ci\/\w+|npm (ci|run) .*|node tools\/.*)$/.test(run))).toEqual(
      [],
    );
  });
});
