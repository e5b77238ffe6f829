import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fault, type HarkError } from '../errors.ts';

const loopback = '127.0.0.1';

/**
 * Below the range from which systems take ports for outgoing connections: from there, a long-lived connection
 * could sit on a port just while its owner is being restarted.
 */
const firstPort = 20_000;
const lastPort = 32_767;

/** Listens at a port for a moment. @returns the error when that is not possible */
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

/** Whether no program listens at this port of loopback. */
async function isFree(port: number): Promise<boolean> {
  const error = await tryPort(loopback, port);
  if (error && error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
  return error === undefined;
}

/** What to do about a port that a server could not listen at; `settings` names what chooses it. */
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

/** Throws when a server could not listen at this port. Port 0 means any free port. */
export async function requireFreePort(place: {
  host: string;
  port: number;
  settings: string;
}): Promise<void> {
  const error = await tryPort(place.host, place.port);
  if (error) throw portTrouble(error, place);
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
