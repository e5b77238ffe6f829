import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fault, type HarkError } from '../errors.ts';

const loopback = '127.0.0.1';

/** Below the port range for outgoing connections, which could occupy a port while its owner restarts. */
const firstPort = 20_000;
const lastPort = 32_767;

/** Listens on a port briefly to test it. @returns the error if that fails */
async function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

/** Checks whether a loopback port is free. */
async function isFree(port: number): Promise<boolean> {
  const error = await tryPort(loopback, port);
  if (error && error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
  return error === undefined;
}

/** Explains why a server couldn't listen on a port. `settings` names the settings that choose the port. */
export function portTrouble(
  error: unknown,
  { host, port, settings }: { host: string; port: number; settings: string },
): HarkError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const at = `Port ${port} on ${host}`;
  const chooseAnother = `choose another port with ${settings}`;
  if (code === 'EADDRINUSE') {
    const advice = `Stop the program that uses it, or ${chooseAnother}.`;
    return fault('port_taken', `${at} is already in use. ${advice}`, error);
  }
  return fault('port_unusable', `${at} can't be used (${code}). Check the host, or ${chooseAnother}.`, error);
}

/** Throws if the port is in use. Port 0 means any free port. */
export async function requireFreePort(place: {
  host: string;
  port: number;
  settings: string;
}): Promise<void> {
  const error = await tryPort(place.host, place.port);
  if (error) throw portTrouble(error, place);
}

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(firstPort, lastPort + 1);
    if (await isFree(port)) return port;
  }
  throw fault(
    'no_free_port',
    `There is no free port on ${loopback} from ${firstPort} to ${lastPort}. Stop a program that uses one of them.`,
  );
}

/**
 * Chooses free loopback ports, by name. They are stored in `file` and reused, because other processes remember
 * the URLs. A port that is in use, or is about to be, is replaced.
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

/** Reads the stored ports. A missing or damaged file counts as empty, because every port can be chosen again. */
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
