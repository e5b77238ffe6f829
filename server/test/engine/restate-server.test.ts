import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRestateEngine } from '../../src/engine/restate/restate-engine.ts';
import { startRestateServer } from '../../src/engine/restate/restate-server.ts';
import { findProcess } from '../../src/lib/process/processes.ts';
import { eventually } from '../harness/eventually.ts';
import { capturedLog } from './captured-log.ts';
import { dataDirectory, startEngine, startWorkerFor } from './installation.ts';
import { kill } from './kill.ts';

const portOf = (url: string) => Number(new URL(url).port);

/** Starts an engine in a child process, as `hark up` does, and returns its process id. */
async function startParentOfEngine(dataDir: string) {
  const path = fileURLToPath(new URL('./fixtures/parent-of-engine.ts', import.meta.url));
  const parent = spawn(process.execPath, [path, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => kill(parent.pid));
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const enginePid = Number(line);
  onTestFinished(() => kill(enginePid));
  return { parent, enginePid };
}

/** Returns the addresses a process listens on, in hexadecimal as Linux shows them. */
function listeningAddresses(pid: number): string[] {
  const descriptors = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const sockets = new Set(descriptors.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]));
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && sockets.has(columns[9]))
    .map((columns) => columns[1]?.split(':')[0] ?? '');
}

describe('the engine that Hark starts', () => {
  test('listens on loopback only', async () => {
    const engine = await startEngine();
    const addresses = listeningAddresses(engine.pid() ?? 0);
    expect(addresses).toEqual(['0100007F', '0100007F', '0100007F']);
    const other = connect(portOf(engine.adminUrl), '127.0.0.2');
    const [error] = await once(other, 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('restarts at the same URLs after being killed, and still knows the worker', async () => {
    const engine = await startEngine();
    const worker = await startWorkerFor(engine);
    const runEngine = createRestateEngine(engine);
    await eventually(() => runEngine.ping());
    const killed = engine.pid();
    kill(killed);
    await eventually(() => engine.pid() !== undefined && engine.pid() !== killed);
    await eventually(() => runEngine.ping());
    const registrations = worker.log.messages().filter((message) => message === 'registered with the engine');
    expect(registrations).toHaveLength(1);
  });

  test('keeps its URLs and data across a stop and a start', async () => {
    const first = await startEngine();
    const worker = await startWorkerFor(first);
    await eventually(() => createRestateEngine(first).ping());
    await first.stop();
    const second = await startEngine(first.dataDir);
    expect(second.ingressUrl).toBe(first.ingressUrl);
    expect(second.adminUrl).toBe(first.adminUrl);
    await eventually(() => createRestateEngine(second).ping());
    expect(worker.log.messages().filter((message) => message === 'registered with the engine')).toHaveLength(
      1,
    );
  });

  test('uses another port with the same data when its port is taken', async () => {
    const first = await startEngine();
    await startWorkerFor(first);
    await eventually(() => createRestateEngine(first).ping());
    await first.stop();
    const ports = JSON.parse(readFileSync(join(first.dataDir, 'ports.json'), 'utf8'));
    for (const port of [ports.fabric, ports.ingress]) {
      const squatter = createServer().listen(port, '127.0.0.1');
      await once(squatter, 'listening');
      onTestFinished(() => void squatter.close());
    }
    const second = await startEngine(first.dataDir);
    expect(second.ingressUrl).not.toBe(first.ingressUrl);
    expect(second.adminUrl).toBe(first.adminUrl);
    await eventually(() => createRestateEngine(second).ping());
  });

  test('is stopped and replaced by the next start if its parent was killed', async () => {
    const dataDir = dataDirectory();
    const { parent, enginePid } = await startParentOfEngine(dataDir);
    kill(parent.pid);
    await once(parent, 'exit');
    expect(findProcess(enginePid)?.commandLine).toContain(dataDir);

    const engine = await startEngine(dataDir);
    expect(findProcess(enginePid)).toBeUndefined();
    await startWorkerFor(engine);
    await eventually(() => createRestateEngine(engine).ping());
  });

  test('is left running, and a second start fails, while its parent is alive', async () => {
    const dataDir = dataDirectory();
    const { enginePid } = await startParentOfEngine(dataDir);
    await expect(startEngine(dataDir)).rejects.toThrow(/Stop it, or set another HARK_DATA_DIR/);
    expect(findProcess(enginePid)).toBeDefined();
  });

  test("never kills an unrelated process whose id is in an earlier engine's pid file", async () => {
    const dataDir = dataDirectory();
    const stranger = spawn('/bin/sleep', ['600']);
    onTestFinished(() => kill(stranger.pid));
    writeFileSync(join(dataDir, 'restate.pid'), `${stranger.pid} 1\n`);
    await startEngine(dataDir);
    expect(findProcess(stranger.pid ?? 0)).toBeDefined();
  });

  test('is stopped when its start is aborted', async () => {
    const dataDir = dataDirectory();
    const signal = AbortSignal.abort(new Error('start aborted'));
    const start = startRestateServer({ dataDir, logger: capturedLog().logger, signal });
    await expect(start).rejects.toThrow('start aborted');
    const [pid] = readFileSync(join(dataDir, 'restate.pid'), 'utf8').split(' ');
    expect(findProcess(Number(pid))).toBeUndefined();
  });

  test('throws an error with its last log lines if it fails to start', async () => {
    const dataDir = dataDirectory();
    writeFileSync(join(dataDir, 'data'), 'a file where the engine wants a directory');
    const start = startRestateServer({ dataDir, logger: capturedLog().logger, startTimeoutMs: 1_500 });
    await expect(start).rejects.toThrow(/did not respond within 1.5 s. Its last lines:\n.*Not a directory/s);
  });
});
