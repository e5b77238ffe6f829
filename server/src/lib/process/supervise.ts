import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

/**
 * Ctrl-C signals a whole process group: a child may end before its parent has handled the signal, so leave
 * time for `stop()`.
 */
const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** After a child ran this long, its next restart is quick again. */
const settledAfterMs = 30_000;

export interface ChildSettings {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The child's whole environment: nothing else is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** `inherit` for children that write our log format; by default lines are logged as is. */
  readonly output?: 'inherit' | ((line: string) => void);
  /** Also called before a restart. */
  readonly beforeStart?: () => void;
  /** Also called after a restart. */
  readonly afterStart?: (pid: number) => void;
  /** Between SIGTERM and SIGKILL. */
  readonly stopTimeoutMs?: number;
}

export interface Supervised {
  /** Undefined while the child isn't running. */
  readonly pid: number | undefined;
  /** Prevents restarts immediately. To stop several children, call it for all of them first, then wait. */
  stop(): Promise<void>;
}

/** Restarts the child, after a growing pause, whenever it ends by itself. */
export function supervise(settings: ChildSettings): Supervised {
  const logger = settings.logger.child({ child: settings.name });
  let current: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let delayMs = firstDelayMs;
  let stopped: Promise<void> | undefined;

  const start = () => {
    const startedAt = performance.now();
    const ended = (reason: object) => {
      current = undefined;
      if (stopped !== undefined) return;
      if (performance.now() - startedAt >= settledAfterMs) delayMs = firstDelayMs;
      logger.warn({ ...reason, restartInMs: delayMs }, 'child process ended; it is started again');
      restart = setTimeout(start, delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    };
    try {
      settings.beforeStart?.();
      current = launch(settings, logger, ended);
      if (current.pid !== undefined) settings.afterStart?.(current.pid);
    } catch (error) {
      // A running process reports its own end.
      if (current === undefined) ended({ reason: messageOf(error) });
      else logger.error({ reason: messageOf(error) }, 'child process started, but not noted');
    }
  };

  start();
  return {
    get pid() {
      return current?.pid;
    },
    stop() {
      clearTimeout(restart);
      stopped ??= current ? end(current, settings.stopTimeoutMs ?? 10_000) : Promise.resolve();
      return stopped;
    },
  };
}

/** Calls `ended` exactly once, also if the process could not be started. */
function launch(settings: ChildSettings, logger: Logger, ended: (reason: object) => void): ChildProcess {
  const { output = (line: string) => logger.info(line) } = settings;
  const stdio = output === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(settings.command, settings.args, {
    env: settings.env,
    stdio: ['ignore', stdio, stdio],
    // A terminal signal would reach every child at once; in separate groups, they end in order.
    detached: true,
  });

  child.on('error', (error) => {
    if (child.pid === undefined) ended({ reason: messageOf(error) });
    else logger.error({ reason: messageOf(error) }, 'child process cannot be signalled');
  });
  child.on('exit', (code, signal) => ended({ exitCode: code, signal }));
  if (output !== 'inherit') {
    for (const stream of [child.stdout, child.stderr]) if (stream) readLines(stream, output, logger);
  }
  return child;
}

function readLines(stream: Readable, onLine: (line: string) => void, logger: Logger): void {
  const lost = (error: unknown) => logger.warn({ reason: messageOf(error) }, 'child output lost');
  stream.on('error', lost);
  createInterface({ input: stream }).on('line', (line) => {
    try {
      onLine(line);
    } catch (error) {
      lost(error);
    }
  });
}

function end(child: ChildProcess, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // It could not be started, so it won't exit.
    if (child.pid === undefined) return resolve();
    const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('exit', () => {
      clearTimeout(deadline);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
