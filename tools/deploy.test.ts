// Checks the files in deploy/ that a test can't run. The tests compare them with the code that they start.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../server/package.json' with { type: 'json' };
import { outsideVariables } from '../server/src/config/outside-variables.ts';
import { readConfig, variables } from '../server/src/config.ts';
import names from './release/names.json' with { type: 'json' };

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const known = new Set(Object.keys(variables).flatMap((name) => [name, `${name}_FILE`]));
const enginePorts = [5122, 8080, 9070];
const health = read('server/src/http/server/health.ts');

interface Service {
  image: string;
  environment: Record<string, string>;
  ports?: string[];
  networks: string[];
  healthcheck?: { test: string[] };
}
const composeText = read('deploy/compose.yaml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
};
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image.startsWith(`${names.image}:`));
const dockerfile = read('deploy/Dockerfile');
const secrets: Record<string, string> = { SECRET_KEY: 'k'.repeat(64), POSTGRES_PASSWORD: 'p'.repeat(48) };

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does with only the secrets in `.env`. */
const interpolated = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::-(.*?)|:\?.*?)?\}/g,
    (_, name: string, fallback = '') => secrets[name] ?? fallback,
  );

describe('deploy/compose.yaml', () => {
  test.each(own)('%s is configured only with settings that exist and valid values', (_name, service) => {
    expect(Object.keys(service.environment).filter((name) => !known.has(name))).toEqual([]);
    const resolved = Object.entries(service.environment).map(([name, value]) => [name, interpolated(value)]);
    expect(readConfig({}, Object.fromEntries(resolved)).warnings).toEqual([]);
  });

  test.each(own)('%s gets every setting for email, outbound requests and traces', (_name, service) => {
    expect(Object.keys(service.environment)).toEqual(expect.arrayContaining(Object.keys(outsideVariables)));
  });

  test('uses the images of this version', () => {
    const images = [...new Set(services.map(([, { image }]) => interpolated(image)))];
    expect(images).toEqual(
      expect.arrayContaining([names.image, names.engine_image].map((name) => `${name}:${manifest.version}`)),
    );
  });

  test('.env.example lists exactly the variables that the file reads', () => {
    const listed = [...read('deploy/.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    const used = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...new Set(used)].toSorted());
  });

  test('publishes only the port that serve listens on, and only on this machine', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['serve', [`\${HARK_ADDRESS:-127.0.0.1:${variables.PORT.fallback}}:${variables.PORT.fallback}`]],
    ]);
  });

  test.each(['engine', 'postgres', 'valkey'])('%s is connected only to internal networks', (name) => {
    const { networks } = compose.services[name] ?? { networks: [] };
    expect(networks.map((network) => compose.networks[network]?.internal)).toEqual([true]);
  });

  test("only the database and the migration get the database owner's password", () => {
    const withPassword = services.filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('${POSTGRES_PASSWORD'),
    );
    expect(withPassword.map(([name]) => name)).toEqual(['migrate', 'postgres']);
  });

  test('checks the health of every service that keeps running, at a port or path that it serves', () => {
    const checked = services.filter(([, { healthcheck }]) => healthcheck).map(([name]) => name);
    expect(checked).toEqual(['serve', 'work', 'engine', 'postgres', 'valkey']);
    const checkOf = (name: string) => compose.services[name]?.healthcheck?.test.at(-1);
    expect(health).toContain("path: '/readyz'");
    expect(checkOf('serve')).toContain(`:${variables.PORT.fallback}/readyz`);
    expect(checkOf('work')).toMatch(new RegExp(`/${variables.WORK_PORT.fallback}$`));
    expect(enginePorts).toContain(Number(checkOf('engine')?.split('/').at(-1)));
  });
});

describe('deploy/Dockerfile', () => {
  test('copies only the tarball and the configuration of the engine from its context', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(\S+) \S+$/gm)].map(([, source]) => source);
    expect(copied).toEqual(['hark.tgz', 'restate.toml']);
  });

  test('installs without scripts, runs as an unprivileged user, and uses the required Node.js version', () => {
    expect(dockerfile.match(/npm (ci|install).*/g)).toEqual(['npm ci --ignore-scripts --omit=dev \\']);
    const stages = dockerfile.split(/^FROM /m).slice(1);
    for (const stage of stages.filter((text) => text.includes('ENTRYPOINT')))
      expect(stage).toMatch(/^USER (node|1000:1000)$/m);
    const wanted = JSON.parse(read('package.json')).engines.node.replace(/\D/g, '');
    for (const [, major] of dockerfile.matchAll(/^FROM node:(\d+)/gm)) expect(major).toBe(wanted);
  });

  test('pins its base images to a digest, the same one for each name', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)@(\S+) AS \w+$/gm)];
    expect(bases).toHaveLength(dockerfile.match(/^FROM /gm)?.length ?? 0);
    for (const [, name, digest] of bases) {
      expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(bases.find(([, other]) => other === name)?.[2]).toBe(digest);
    }
  });

  test('sets only environment variables that exist', () => {
    const names = [...dockerfile.matchAll(/^ENV NODE_ENV=\S+ (.+)$/gm)].flatMap(([, text = '']) =>
      text.split(' ').map((pair) => pair.split('=')[0]),
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !known.has(name ?? ''))).toEqual([]);
  });
});

test('the engine listens only on ports that are kept private', () => {
  const ports = [...read('deploy/engine-cluster/restate.toml').matchAll(/^bind-port = (\d+)$/gm)].map(
    ([, port]) => Number(port),
  );
  expect(ports.toSorted()).toEqual(enginePorts.toSorted());
});
