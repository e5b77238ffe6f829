import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fault } from './errors.ts';

const loopback = '127.0.0.1';

/**
 * Below the range from which systems take ports for outgoing connections: from there, a long-lived connection
 * could sit on a port just while its owner is being restarted.
 */
const firstPort = 20_000;
const lastPort = 32_767;

/** Whether nobody listens at this port of loopback: it is taken for a moment. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen({ host: loopback, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A port on loopback that nobody listened at just now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(firstPort, lastPort + 1);
    if (await isFree(port)) return port;
  }
  throw fault(
    'no_free_port',
    `No free port on ${loopback} from ${firstPort} to ${lastPort}; free some of them.`,
  );
}

/**
 * Free ports on loopback by name, the same ones as last time: they are kept in `file`, because others remember
 * the addresses. Only a port that somebody else has taken meanwhile, or is about to take, is chosen anew.
 */
export async function keptPorts<Name extends string>(
  file: string,
  names: readonly Name[],
  promised: readonly number[] = [],
): Promise<Record<Name, number>> {
  const kept = readPorts(file);
  const ports: Record<string, number> = {};
  for (const name of names) {
    let port = kept[name] ?? (await freePort());
    while ([...promised, ...Object.values(ports)].includes(port) || !(await isFree(port)))
      port = await freePort();
    ports[name] = port;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...kept, ...ports })}\n`);
  return ports as Record<Name, number>;
}

/** What the file says; a missing or damaged file is as good as none, because every port can be chosen again. */
export function readPorts(file: string): Record<string, number> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const entries = typeof content === 'object' && content !== null ? Object.entries(content) : [];
    return Object.fromEntries(entries.filter(([, port]) => isPort(port)));
  } catch {
    return {};
  }
}

const isPort = (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 65_535;
