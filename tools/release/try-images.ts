// Starts the images of this version as users do, with deploy/compose.yaml, and sends one request:
//   node tools/release/try-images.ts
// Needs Docker with Compose, and the images from `npm run -s image`. Removes everything that it started.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

const port = 18_080;
const maxStartSeconds = 180;
const url = `http://127.0.0.1:${port}/healthz`;

const folder = mkdtempSync(path.join(tmpdir(), 'hark-try-images-'));
const compose = (...args: string[]) =>
  spawnSync('docker', ['compose', '--project-name', path.basename(folder).toLowerCase(), ...args], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status;

cpSync(path.resolve(import.meta.dirname, '../../deploy/compose.yaml'), path.join(folder, 'compose.yaml'));
const secret = () => randomBytes(32).toString('hex');
const settings = {
  SECRET_KEY: secret(),
  POSTGRES_PASSWORD: secret(),
  HARK_VERSION: manifest.version,
  HARK_ADDRESS: `127.0.0.1:${port}`,
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(path.join(folder, '.env'), lines.join(''), { mode: 0o600 });
try {
  // Waits until every service is healthy, which includes that `serve` is ready.
  const up = ['up', '--detach', '--wait', '--wait-timeout', String(maxStartSeconds)];
  if (compose(...up) !== 0) {
    compose('ps', '--all');
    compose('logs', '--no-color');
    throw new Error('The images did not start.');
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  const { version } = (await response.json()) as { version?: string };
  if (!response.ok || version !== manifest.version)
    throw new Error(
      `${url} returned ${response.status} and version ${version} instead of ${manifest.version}.`,
    );
  console.log(`Hark ${version} runs from its images.`);
} finally {
  compose('down', '--volumes', '--timeout', '20');
  rmSync(folder, { recursive: true });
}
