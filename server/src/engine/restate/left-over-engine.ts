import { readFileSync, writeFileSync } from 'node:fs';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { endProcess, findProcess } from '../../lib/process/processes.ts';

/** Notes which engine runs on this data, and for whom. */
export function noteEngine(pidFile: string, pid: number): void {
  writeFileSync(pidFile, `${pid} ${process.pid}\n`);
}

/**
 * Ends an engine that outlived its parent: a parent that was killed could not do it, and the engine still holds
 * the data and the ports. Only a process that runs restate-server on exactly this data is ended; process ids are
 * given out again. One whose parent lives belongs to another Hark, which would only start it again.
 */
export async function endLeftOverEngine(pidFile: string, baseDir: string, logger: Logger): Promise<void> {
  const noted = readNote(pidFile);
  if (noted === undefined) return;
  const found = findProcess(noted.pid);
  if (!found?.commandLine.includes('restate-server') || !found.commandLine.endsWith(` ${baseDir}`)) return;
  if (found.parentPid === noted.parentPid) {
    throw fault(
      'engine_in_use',
      `Process ${noted.parentPid} runs Hark with the same engine data. Stop it, or set another HARK_DATA_DIR.`,
    );
  }
  logger.warn({ pid: noted.pid }, 'ending an engine that was left over');
  await endProcess(noted.pid);
}

function readNote(pidFile: string): { pid: number; parentPid: number } | undefined {
  try {
    const match = /^(\d+) (\d+)\n$/.exec(readFileSync(pidFile, 'utf8'));
    return match ? { pid: Number(match[1]), parentPid: Number(match[2]) } : undefined;
  } catch {
    return undefined;
  }
}
