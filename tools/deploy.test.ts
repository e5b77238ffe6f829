// What is shipped in deploy/ and cannot be started by a test is at least held against the code that it starts.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, variables } from '../server/src/config.ts';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const known = new Set(Object.keys(variables).flatMap((name) => [name, `${name}_FILE`]));
const enginePorts = [5122, 8080, 9070];
const health = read('server/src/http/server/health.ts');

interface Service {
  image: string;
  build?: { target: string };
  environment: Record<string, string>;
  ports?: string[];
  networks: string[];
  secrets?: string[];
  healthcheck?: { test: string[] };
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  secrets: Record<string, { file: string }>;
};
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image === 'hark');
const dockerfile = read('deploy/Dockerfile');

describe('deploy/compose.yaml', () => {
  test.each(own)('%s is configured by settings that exist, with values that they take', (_name, service) => {
    expect(Object.keys(service.environment).filter((name) => !known.has(name))).toEqual([]);
    const resolved = Object.entries(service.environment).map(([name, value]) => {
      const text = String(value).replace(/\$\{\w+:-(.*?)\}/g, '$1');
      return name.endsWith('_FILE') ? [name, path.join(repository, 'LICENSE')] : [name, text];
    });
    const { DATABASE_URL_FILE: _, ...environment } = Object.fromEntries(resolved);
    expect(readConfig({}, environment).warnings).toEqual([]);
  });

  test('nothing is published but the port of serve, and that to this machine', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['serve', [`\${HARK_ADDRESS:-127.0.0.1:${variables.PORT.fallback}}:${variables.PORT.fallback}`]],
    ]);
  });

  test.each(['engine', 'postgres', 'valkey'])('%s is in no network that leads outside', (name) => {
    const { networks } = compose.services[name] ?? { networks: [] };
    expect(networks.map((network) => compose.networks[network]?.internal)).toEqual([true]);
  });

  test('the password of the owner is known to the migration alone', () => {
    const knowing = services.filter(([, { secrets }]) => secrets?.includes('database_owner_url'));
    expect(knowing.map(([name]) => name)).toEqual(['migrate']);
    for (const [name, { environment }] of own.filter(([name]) => name !== 'migrate'))
      expect(new URL(environment.DATABASE_URL ?? '').password, name).toBe('');
  });

  test('every secret is made by make-secrets, and the health check asks what is answered', () => {
    for (const { file } of Object.values(compose.secrets))
      expect(read('deploy/make-secrets')).toContain(`make ${path.basename(file)} `);
    expect(compose.services.serve?.healthcheck?.test.join(' ')).toContain('/readyz');
    expect(health).toContain("path: '/readyz'");
  });

  test('the images are targets of the Dockerfile', () => {
    for (const [, { build }] of services.filter(([, { build }]) => build))
      expect(dockerfile).toContain(` AS ${build?.target}\n`);
  });
});

describe('deploy/Dockerfile', () => {
  test('copies only what is there and what .dockerignore lets in', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    expect(copied.length).toBeGreaterThan(8);
    for (const source of copied) {
      expect(existsSync(path.join(repository, source)), source).toBe(true);
      expect(
        allowed.some((entry) => source === entry || source.startsWith(`${entry}/`)),
        source,
      ).toBe(true);
    }
  });

  test('installs without scripts, runs as nobody in particular, and on the Node that is asked for', () => {
    for (const [install] of dockerfile.matchAll(/npm ci.*/g)) expect(install).toContain('--ignore-scripts');
    const stages = dockerfile.split(/^FROM /m).slice(1);
    for (const stage of stages.filter((text) => text.includes('ENTRYPOINT')))
      expect(stage).toMatch(/^USER (node|1000:1000)$/m);
    const wanted = JSON.parse(read('package.json')).engines.node.replace(/\D/g, '');
    for (const [, major] of dockerfile.matchAll(/^FROM node:(\d+)/gm)) expect(major).toBe(wanted);
  });

  test('sets only settings that exist', () => {
    const names = [...dockerfile.matchAll(/^ENV NODE_ENV=\S+ (.+)$/gm)].flatMap(([, text = '']) =>
      text.split(' ').map((pair) => pair.split('=')[0]),
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !known.has(name ?? ''))).toEqual([]);
  });
});

test('the engine listens at the ports that are kept private', () => {
  const ports = [...read('deploy/engine-cluster/restate.toml').matchAll(/^bind-port = (\d+)$/gm)].map(
    ([, port]) => Number(port),
  );
  expect(ports.toSorted()).toEqual(enginePorts.toSorted());
});
