import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Secret } from '../../server/src/lib/crypto/secret.ts';
import { chunkSize, type LaneMessage, stepOf } from './lane-message.ts';
import type { Notebook } from './notebook.ts';
import { leadsOf, type SeedShape } from './shape.ts';

/** Twice the number of cores, so some processes can generate rows while others wait for the database. */
const lanes = 2 * availableParallelism();

/**
 * Copies all leads with their values and history, chunk by chunk. Each chunk is one transaction that also
 * records the chunk as done, so interrupted loading resumes with the missing chunks.
 */
export async function loadLeads(
  database: Secret,
  shape: SeedShape,
  notebook: Notebook,
  progress: (line: string) => void,
): Promise<void> {
  const count = Math.ceil(leadsOf(shape) / chunkSize);
  const missing: number[] = [];
  for (let chunk = 0; chunk < count; chunk++) if (!(await notebook.has(stepOf(chunk)))) missing.push(chunk);
  const lane = async () => {
    const child = fork(new URL('./load-lane.ts', import.meta.url), { execArgv: [] });
    const ended = once(child, 'exit');
    const send = (message: LaneMessage) => child.send(message);
    send({ type: 'open', database: database.reveal(), shape });
    for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
      if (chunk % 10 === 0) progress(`${chunk * chunkSize} of ${leadsOf(shape)} leads …`);
      send({ type: 'chunk', chunk });
      await Promise.race([once(child, 'message'), ended]);
      if (child.exitCode !== null) break;
    }
    if (child.exitCode === null) send({ type: 'close' });
    const [code] = await ended;
    if (code !== 0) throw new Error('Loading failed; see above.');
  };
  await Promise.all(Array.from({ length: Math.min(lanes, missing.length) }, lane));
}
