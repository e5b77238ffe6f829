import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { eventually } from '../eventually.ts';
import { makeCertificate } from './https-front.ts';

type Replacement = readonly [pattern: RegExp, value: string];

/** An nginx with a shipped configuration, on separate ports. */
export interface OwnNginx {
  readonly httpUrl: string;
  readonly httpsUrl: string;
  /** The self-signed certificate, which callers must trust. */
  readonly certificateFile: string;
  /** Returns the contents of both logs. */
  logs(): string;
  /** Shell commands that test the configuration, and that test it and reload nginx. */
  readonly testCommand: string;
  readonly reloadCommand: string;
  remove(): Promise<void>;
}

/** @param upstreams host and port of every `serve`; @param httpsPort a fixed port, if needed */
export const startOwnNginx = (upstreams: readonly string[], httpsPort?: number): Promise<OwnNginx> =>
  start('nginx.conf', httpsPort, [
    [/ *server 127\.0\.0\.1:8080 (.*);/, upstreams.map((one) => `    server ${one} $1;`).join('\n')],
  ]);

/** Starts the nginx in front of several cells. @param cellsFile what `hark cells map` wrote */
export const startOwnCellsProxy = (cellsFile: string, httpsPort?: number): Promise<OwnNginx> =>
  start('nginx-cells.conf', httpsPort, [[/\/etc\/nginx\/hark-cells\.conf/, cellsFile]]);

async function start(
  name: string,
  httpsPort: number | undefined,
  more: readonly Replacement[],
): Promise<OwnNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-nginx-'));
  // If root starts nginx, its workers run as another user.
  chmodSync(folder, 0o755);
  const [http, https] = [await freePort(), httpsPort ?? (await freePort())];
  const { key, cert } = makeCertificate();
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const replaced: readonly Replacement[] = [
    [/listen 80;/, `listen 127.0.0.1:${http};`],
    [/listen 443 ssl;/, `listen 127.0.0.1:${https} ssl;`],
    [/\/etc\/nginx\/tls\//g, `${folder}/`],
    [/\/var\/log\/nginx\//g, `${folder}/`],
    [/\/run\/nginx\.pid/, `${folder}/pid`],
    [/^http \{$/m, `http {\n${temporaryPaths(folder)}`],
    ...(canKeepIdle() ? [[/# (keepalive_min_timeout .*;)/, '$1'] satisfies Replacement] : []),
    ...more,
  ];
  const text = replaced.reduce(
    (before, [pattern, value]) => {
      if (!pattern.test(before)) throw new Error(`deploy/${name} has nothing like ${pattern}`);
      return before.replace(pattern, value);
    },
    readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8'),
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text);

  let output = '';
  const running: ChildProcess = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  const isListening = async () => {
    if (running.exitCode !== null) throw new Error(`nginx ended: ${output}`);
    const socket = connect(https, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  };
  await eventually(isListening);
  const testCommand = `nginx -t -q -c ${file} -p ${folder}`;
  return {
    httpUrl: `http://127.0.0.1:${http}`,
    httpsUrl: `https://localhost:${https}`,
    certificateFile: join(folder, 'fullchain.pem'),
    logs: () => ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
    testCommand,
    reloadCommand: `${testCommand} && nginx -s reload -c ${file} -p ${folder}`,
    async remove() {
      if (running.exitCode === null) {
        const ended = once(running, 'exit');
        running.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns whether nginx is new enough for `keepalive_min_timeout`: 1.27.4 or later. */
function canKeepIdle(): boolean {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  const version = /nginx\/(\S+)/.exec(stderr)?.[1] ?? '0';
  return version.localeCompare('1.27.4', undefined, { numeric: true }) >= 0;
}

/** Overrides the compiled-in paths, which this user might not be able to write to. */
const temporaryPaths = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
