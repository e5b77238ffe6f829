import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const { version } = manifest;
const content = 'the packed package';
const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
const digest = `sha256:${'a'.repeat(64)}`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hark-publish-'));
  mkdirSync(path.join(folder, 'bin'));
  mkdirSync(path.join(folder, 'release'));
  for (const name of ['hark', 'client'])
    writeFileSync(path.join(folder, `release/harkhq-${name}-${version}.tgz`), content);
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Publishes a target with programs that only record how they are called. `answers` contains shell commands, by the start
 * of the call that they answer.
 */
function publish(target: string, answers: Record<string, string> = {}) {
  const log = path.join(folder, 'log');
  writeFileSync(log, '');
  const cases = Object.entries(answers).map(([call, answer]) => `"${call}"*) ${answer} ;;`);
  for (const program of ['npm', 'docker', 'helm', 'cosign', 'gh', 'node']) {
    const file = path.join(folder, 'bin', program);
    const call = `call="${program} $*"`;
    writeFileSync(
      file,
      ['#!/bin/sh', call, `echo "$call" >>${log}`, 'case "$call" in', ...cases, 'esac'].join('\n'),
    );
    chmodSync(file, 0o755);
  }
  const options = [
    path.join(import.meta.dirname, 'publish.ts'),
    target,
    '--from',
    path.join(folder, 'release'),
  ];
  const { status, stderr } = spawnSync(process.execPath, options, {
    env: { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  return { status, stderr, calls: readFileSync(log, 'utf8').trim().split('\n') };
}

const published = (name: string) => ({ [`npm view ${name}@`]: `echo ${integrity}` });
const missing = 'echo "npm error code E404" >&2; exit 1';

test('publishes a package that the registry does not have, with provenance, and skips one that it has', () => {
  const { status, calls } = publish('npm', {
    'npm view @harkhq/hark@': missing,
    ...published('@harkhq/client'),
  });
  expect(status).toBe(0);
  const publishing = calls.filter((call) => call.startsWith('npm publish'));
  expect(publishing).toHaveLength(1);
  expect(publishing[0]).toMatch(/harkhq-hark-.*\.tgz --provenance --access=public/);
});

test('publishes no package if the registry has this version with other content, or fails', () => {
  for (const answer of ['echo sha512-other', 'echo "npm error code E500" >&2; exit 1']) {
    const { status, calls } = publish('npm', { 'npm view': answer });
    expect(status).toBe(1);
    expect(calls.filter((call) => call.startsWith('npm publish'))).toEqual([]);
  }
});

test('starts the images before it pushes them, and pushes nothing if they do not start', () => {
  const seen = path.join(folder, 'pushed');
  const inspect = `test -e ${seen} && echo ${digest} || { echo "not found" >&2; exit 1; }`;
  const answers = {
    'docker buildx imagetools inspect': inspect,
    'npm run --silent image': `case "$*" in *--push*) touch ${seen} ;; esac`,
  };
  const { status, calls } = publish('images', answers);
  expect(status).toBe(0);
  const steps = calls.filter((call) => /^(npm|node|cosign) /.test(call));
  expect(steps).toEqual([
    expect.stringContaining('--load'),
    'node tools/release/try-images.ts',
    expect.stringContaining('--push'),
    `cosign sign --yes ghcr.io/harkhq/hark@${digest}`,
    `cosign sign --yes ghcr.io/harkhq/hark-engine@${digest}`,
  ]);
  rmSync(seen);
  const failed = publish('images', { ...answers, 'node tools/release/try-images.ts': 'exit 1' });
  expect(failed.status).toBe(1);
  expect(failed.calls.filter((call) => call.includes('--push'))).toEqual([]);
});

test('only signs images and a chart that the registry has', () => {
  const images = publish('images', { 'docker buildx imagetools inspect': `echo ${digest}` });
  const chart = publish('chart', { 'helm pull': `echo "Digest: ${digest}"` });
  for (const { status, calls } of [images, chart]) {
    expect(status).toBe(0);
    expect(calls.filter((call) => /push|npm run/.test(call))).toEqual([]);
    expect(calls.at(-1)).toMatch(/^cosign sign --yes ghcr.io/);
  }
});

test('pushes a chart that the registry does not have, and signs it', () => {
  const { status, calls } = publish('chart', {
    'helm pull': 'echo "Error: not found" >&2; exit 1',
    'helm push': `echo "Digest: ${digest}" >&2`,
  });
  expect(status).toBe(0);
  expect(calls.at(-1)).toBe(`cosign sign --yes ghcr.io/harkhq/charts/hark@${digest}`);
});

test('creates the release on GitHub, or uploads the files to the one that exists', () => {
  const created = publish('github', { 'gh release view': 'echo "release not found" >&2; exit 1' });
  expect(created.calls.at(-1)).toMatch(/^gh release create v.* --verify-tag/);
  const uploaded = publish('github');
  expect(uploaded.calls.at(-1)).toMatch(/^gh release upload v.* --clobber/);
  expect(uploaded.calls.filter((call) => call.startsWith('gh release create'))).toEqual([]);
});
