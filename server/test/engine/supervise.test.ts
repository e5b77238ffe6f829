import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findProcess } from '../../src/lib/process/processes.ts';
import { type ChildSettings, supervise } from '../../src/lib/process/supervise.ts';
import { eventually } from '../harness/eventually.ts';
import { capturedLog } from './captured-log.ts';
import { kill } from './kill.ts';

function superviseForTest(settings: Partial<ChildSettings>) {
  const log = capturedLog();
  const started: number[] = [];
  const child = supervise({
    name: 'sleeper',
    command: '/bin/sleep',
    args: ['600'],
    env: {},
    logger: log.logger,
    afterStart: (pid) => started.push(pid),
    ...settings,
  });
  onTestFinished(() => child.stop());
  return { child, started, log };
}

const node = (script: string) => ({ command: process.execPath, args: ['-e', script] });

describe('a supervised child process', () => {
  test('is restarted after being killed', async () => {
    const { child, started } = superviseForTest({});
    kill(child.pid);
    await eventually(() => started.length === 2 && child.pid === started[1]);
    expect(findProcess(child.pid ?? 0)?.commandLine).toContain('sleep 600');
  });

  test('is not restarted after being stopped, and no longer runs', async () => {
    const { child, started } = superviseForTest({});
    await child.stop();
    await sleep(400);
    expect(started).toHaveLength(1);
    expect(child.pid).toBeUndefined();
    expect(findProcess(started[0] ?? 0)).toBeUndefined();
  });

  test('is not restarted when it is stopped while waiting for a restart', async () => {
    const { child, started } = superviseForTest({});
    kill(child.pid, 'SIGTERM');
    await eventually(() => child.pid === undefined);
    await child.stop();
    await sleep(400);
    expect(started).toHaveLength(1);
  });

  test('is restarted with growing pauses when it keeps exiting immediately', async () => {
    const times: number[] = [];
    const { child } = superviseForTest({ ...node(''), afterStart: () => times.push(performance.now()) });
    await eventually(() => times.length === 4);
    await child.stop();
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses[0]).toBeGreaterThanOrEqual(50);
    expect(pauses[1]).toBeGreaterThanOrEqual(100);
    expect(pauses[2]).toBeGreaterThanOrEqual(200);
  });

  test('is restarted without a growing pause when it exits after it has reported its start', async () => {
    const { child, started, log } = superviseForTest({
      ...node("process.send('started', () => process.exit(1))"),
      reportsStart: true,
    });
    await eventually(() => started.length === 5);
    await child.stop();
    const pauses = log.lines().flatMap((line) => JSON.parse(line).restart_in_ms ?? []);
    expect(new Set(pauses)).toEqual(new Set([50]));
  });

  test('is stopped with the signal of its choice', async () => {
    const lines: string[] = [];
    const { child } = superviseForTest({
      ...node(
        "process.on('SIGINT', () => { console.log('SIGINT'); process.exit() }); setInterval(() => {}, 1000); console.log('on')",
      ),
      output: (line) => lines.push(line),
      stopSignal: 'SIGINT',
    });
    await eventually(() => lines.includes('on'));
    await child.stop();
    await eventually(() => lines.includes('SIGINT'));
  });

  test('gets SIGKILL when it ignores SIGTERM', async () => {
    const lines: string[] = [];
    const { child, started } = superviseForTest({
      ...node("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')"),
      output: (line) => lines.push(line),
      stopTimeoutMs: 200,
    });
    await eventually(() => lines.includes('deaf'));
    await child.stop();
    expect(findProcess(started[0] ?? 0)).toBeUndefined();
  });

  test("that can't be started is retried and can be stopped", async () => {
    const { child, log } = superviseForTest({ command: '/nowhere/no-such-program' });
    await eventually(() => log.messages().filter((message) => message.includes('restarting it')).length >= 2);
    await child.stop();
    expect(child.pid).toBeUndefined();
  });

  test('writes its output to the log, line by line, from both streams', async () => {
    const { log } = superviseForTest(node("console.log('one\\ntwo'); console.error('three')"));
    await eventually(() => ['one', 'two', 'three'].every((line) => log.messages().includes(line)));
  });

  test("isn't affected by a signal to its parent's process group; the parent stops it", async () => {
    const path = fileURLToPath(new URL('./fixtures/parent-of-sleeper.ts', import.meta.url));
    const parent = spawn(process.execPath, [path], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(parent, 'exit');
    const started: number[] = [];
    createInterface({ input: parent.stdout }).on('line', (line) => started.push(Number(line)));
    await eventually(() => started.length === 1);
    kill(parent.pid && -parent.pid, 'SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(started).toHaveLength(1);
    expect(findProcess(started[0] ?? 0)).toBeUndefined();
  });
});
