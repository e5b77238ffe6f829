import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/lib/process/free-port.ts';
import { eventually } from '../../server/test/harness/eventually.ts';

/** An nginx with one worker process, without TLS and logs, so that they don't hide what is measured. */
export interface BenchNginx {
  readonly port: number;
  /** CPU time of the worker so far. */
  cpuUs(): number;
  /** Memory of all its processes. Shared pages count once. */
  memoryMiB(): number;
  /** Replaces what it includes and sends the signal to reload. */
  reload(included: string): void;
  remove(): Promise<void>;
}

/**
 * @param included the first lines in `http { }`
 * @param location what a request gets
 */
export async function startBenchNginx(included: string, location: string): Promise<BenchNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-bench-nginx-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const [file, includedFile] = [join(folder, 'nginx.conf'), join(folder, 'included.conf')];
  writeFileSync(includedFile, included);
  writeFileSync(file, configuration({ folder, includedFile, port, location }));
  let output = '';
  const running = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.stderr.on('data', (chunk: Buffer) => (output += chunk));
  await eventually(async () => {
    if (running.exitCode !== null) throw new Error(`nginx ended: ${output}`);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return {
    port,
    cpuUs: () =>
      workersOf(running).reduce((sum, pid) => sum + Number(read(pid, 'schedstat').split(' ')[0]) / 1000, 0),
    memoryMiB: () =>
      [running.pid ?? -1, ...workersOf(running)]
        .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024)
        .reduce((sum, one) => sum + one, 0),
    reload(changed) {
      writeFileSync(includedFile, changed);
      running.kill('SIGHUP');
    },
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

const read = (pid: number, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');

const workersOf = ({ pid = -1 }: ChildProcess): number[] =>
  read(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

interface Configured {
  readonly folder: string;
  readonly includedFile: string;
  readonly port: number;
  readonly location: string;
}

const configuration = ({ folder, includedFile, port, location }: Configured) => `
worker_processes 1;
error_log ${folder}/error.log crit;
pid ${folder}/pid;
events { worker_connections 4096; }
http {
  include ${includedFile};
  access_log off;
  keepalive_requests 1000000000;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join('')}
  server {
    listen 127.0.0.1:${port};
    location / { ${location} }
  }
}
`;
