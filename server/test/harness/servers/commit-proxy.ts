import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Where a COMMIT is stopped: on its way to the database, or its answer on the way back. A statement that commits by itself can be
 * lost in the same two places, and its connection with it.
 */
export type StopAt = 'before the commit' | 'after the commit' | 'statement lost' | 'answer lost';

export interface CommitProxy {
  readonly port: number;
  /** From now on the COMMIT of the transaction that mentions `marker` is stopped there. Resolves when that has happened. */
  stop(marker: string, at: StopAt): Promise<void>;
  /** Stops nothing any more; what was stopped stays so. */
  letPass(): void;
  close(): void;
}

/** `commit` is prepared once per connection, under a name that is told then, and executed by that name. */
const preparation = /\0?([\w]+)\0commit\0/;
const commitAnswer = Buffer.from('COMMIT\0');

/**
 * Stands between a process and PostgreSQL and passes every byte on, but for one COMMIT: the way to kill a process at exactly
 * that moment without asking it to help.
 */
export async function startCommitProxy(target: { host: string; port: number }): Promise<CommitProxy> {
  const sockets = new Set<Socket>();
  let wanted: { marker: Buffer; at: StopAt; happened: () => void } | undefined;

  const join = (near: Socket, far: Socket) => {
    let sent = Buffer.alloc(0);
    let isMarked = false;
    let isStopped = false;
    let commitName: string | undefined;
    const isCommit = (text: string) => {
      commitName ??= preparation.exec(text)?.[1];
      return commitName !== undefined && text.includes(`\0${commitName}\0`);
    };
    const lose = (at: StopAt) => {
      if (!isMarked || wanted?.at !== at) return false;
      wanted.happened();
      wanted = undefined;
      near.destroy();
      return true;
    };
    near.on('data', (chunk: Buffer) => {
      if (isStopped) return;
      // What is looked for may be spread over two chunks.
      sent = Buffer.concat([sent, chunk]).subarray(-65_536);
      isMarked ||= wanted !== undefined && sent.includes(wanted.marker);
      if (lose('statement lost')) return;
      if (isCommit(chunk.toString('latin1')) && isMarked && wanted?.at === 'before the commit') {
        isStopped = true;
        wanted.happened();
        return;
      }
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (lose('answer lost')) return;
      if (isMarked && wanted?.at === 'after the commit' && chunk.includes(commitAnswer)) {
        isStopped = true;
        wanted.happened();
      }
      if (!isStopped) near.write(chunk);
    });
  };

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    join(near, far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay();
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('error', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: (marker, at) =>
      new Promise((resolve) => {
        wanted = { marker: Buffer.from(marker), at, happened: resolve };
      }),
    letPass() {
      wanted = undefined;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
