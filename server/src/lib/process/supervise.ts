import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

/**
 * A service manager signals parent and children together. A child may exit before its parent has handled the
 * signal, so leave the parent time to call `stop()`.
 */
const firstDelayMs = 50;
const maxDelayMs = 5_000;
/** If a child ran for this long, its next restart is quick again. */
const settledAfterMs = 10_000;

export interface ChildSettings {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The child's whole environment: nothing else is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** Use `inherit` for children that write our log format. By default, their lines are logged as is. */
  readonly output?: 'inherit' | ((line: string) => void);
  /** True if the child calls `reportStarted`. If it exits after that, it is restarted quickly. */
  readonly reportsStart?: boolean;
  /** The working directory and the user, if they differ from those of this process. */
  readonly spawn?: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'>;
  /** Called before each start, including restarts. */
  readonly beforeStart?: () => void;
  /** Called after each start, including restarts. */
  readonly afterStart?: (pid: number) => void;
  /** The signal that `stop` sends: SIGTERM unless set. */
  readonly stopSignal?: NodeJS.Signals;
  /** The time between the stop signal and SIGKILL. */
  readonly stopTimeoutMs?: number;
}

export interface Supervised {
  /** The process ID. Undefined while the child isn't running. */
  readonly pid: number | undefined;
  /**
   * Stops the child. Restarts are prevented immediately, so to stop several children, call it for all of them
   * first and then wait.
   */
  stop(): Promise<void>;
}

/**
 * Starts a child and restarts it whenever it exits without being stopped. The pause before a restart grows only
 * while the child keeps exiting soon after its start.
 */
export function supervise(settings: ChildSettings): Supervised {
  const logger = settings.logger.child({ child: settings.name });
  let current: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let delayMs = firstDelayMs;
  let stopped: Promise<void> | undefined;

  const start = () => {
    const startedAt = performance.now();
    const ended = (exit: LoggedExit) => {
      current = undefined;
      if (stopped !== undefined) return;
      if (performance.now() - startedAt >= settledAfterMs) delayMs = firstDelayMs;
      logger.warn({ ...exit, restart_in_ms: delayMs }, 'child process exited, restarting it');
      restart = setTimeout(start, delayMs);
      delayMs = Math.min(delayMs * 2, maxDelayMs);
    };
    try {
      settings.beforeStart?.();
      current = launch(settings, logger, ended);
      current.on('message', () => {
        delayMs = firstDelayMs;
      });
      if (current.pid !== undefined) settings.afterStart?.(current.pid);
    } catch (error) {
      // Call `ended` only if nothing was started: a child that is running calls it when it exits.
      if (current === undefined) ended({ reason: messageOf(error) });
      else logger.error({ reason: messageOf(error) }, 'child process started, but could not be recorded');
    }
  };

  start();
  return {
    get pid() {
      return current?.pid;
    },
    stop() {
      clearTimeout(restart);
      stopped ??= current ? end(current, settings) : Promise.resolve();
      return stopped;
    },
  };
}

/** Why a child exited or wasn't started. */
type LoggedExit =
  | { readonly reason: string }
  | { readonly exit_code: number | null; readonly signal: string | null };

/** Starts the child. Calls `ended` exactly once, even if the process couldn't be started. */
function launch(settings: ChildSettings, logger: Logger, ended: (exit: LoggedExit) => void): ChildProcess {
  const { output = (line: string) => logger.info(line) } = settings;
  const stdio = output === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(settings.command, settings.args, {
    ...settings.spawn,
    env: settings.env,
    stdio: ['ignore', stdio, stdio, ...(settings.reportsStart ? ['ipc' as const] : [])],
    // A signal from the terminal would reach all children at once. In separate process groups, they can be
    // stopped in order.
    detached: true,
  });

  child.on('error', (error) => {
    if (child.pid === undefined) ended({ reason: messageOf(error) });
    else logger.error({ reason: messageOf(error) }, 'child process could not be signaled');
  });
  child.on('exit', (code, signal) => ended({ exit_code: code, signal }));
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

function end(
  child: ChildProcess,
  { stopSignal = 'SIGTERM', stopTimeoutMs = 10_000 }: ChildSettings,
): Promise<void> {
  return new Promise((resolve) => {
    // The process couldn't be started, so it won't emit an exit event.
    if (child.pid === undefined) return resolve();
    const deadline = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    child.once('exit', () => {
      clearTimeout(deadline);
      resolve();
    });
    child.kill(stopSignal);
  });
}
