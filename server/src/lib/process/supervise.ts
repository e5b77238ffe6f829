import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

/**
 * The shortest wait before a restart. Ctrl-C and service managers signal a whole process group: a child may end
 * before its parent has handled the same signal, so there must be time for `stop()`.
 */
const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** A child that lived this long was well: its next restart is quick again. */
const settledAfterMs = 30_000;

/** How a child process is started, and what becomes of its output. */
export interface ChildSettings {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The child's whole environment: nothing is inherited that is not named here. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** `inherit` for children that write our own log lines; a function gets line by line; default: logged as it is. */
  readonly output?: 'inherit' | ((line: string) => void);
  /** Called before every start, also before a restart. */
  readonly beforeStart?: () => void;
  /** Called with the new process id after every start. */
  readonly afterStart?: (pid: number) => void;
  /** How long the child may take to end after SIGTERM before it gets SIGKILL. */
  readonly stopTimeoutMs?: number;
}

/** A child process that is kept running until it is stopped. */
export interface Supervised {
  /** Of the process that runs now; undefined while there is none. */
  readonly pid: number | undefined;
  /**
   * Ends the child for good. From the moment of the call it is not started again: who has several children and
   * handles a signal calls it for all of them at once, and then waits.
   */
  stop(): Promise<void>;
}

/** Starts a child process and starts it again, after a growing pause, whenever it ends by itself. */
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
      // A process that is there already reports its own end.
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

/** Spawns once; `ended` is called exactly once, whether the process ended or never came to be. */
function launch(settings: ChildSettings, logger: Logger, ended: (reason: object) => void): ChildProcess {
  const { output = (line: string) => logger.info(line) } = settings;
  const stdio = output === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(settings.command, settings.args, {
    env: settings.env,
    stdio: ['ignore', stdio, stdio],
    // A signal to the terminal's group would reach every child at once; in a group of its own, each ends in its turn.
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

/** SIGTERM, and SIGKILL for a child that does not end in time. */
function end(child: ChildProcess, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // It could not be started: there will be no end to wait for.
    if (child.pid === undefined) return resolve();
    const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('exit', () => {
      clearTimeout(deadline);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
