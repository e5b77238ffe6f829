import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Where a COMMIT is stopped: the request on its way to the database, or the response on its way back. An
 * auto-committed statement can be lost at the same two points, together with its connection.
 */
export type StopAt = 'before the commit' | 'after the commit' | 'statement lost' | 'answer lost';

export interface CommitProxy {
  readonly port: number;
  /** Stops the COMMIT of the next transaction that contains `marker`. Resolves when the COMMIT has been stopped. */
  stop(marker: string, at: StopAt): Promise<void>;
  /** Stops no further transactions. Transactions that are already stopped stay stopped. */
  letPass(): void;
  close(): void;
}

/** `commit` is prepared once per connection and later executed by its name. */
const preparation = /\0?([\w]+)\0commit\0/;
const commitAnswer = Buffer.from('COMMIT\0');

/**
 * A proxy between a process and PostgreSQL that forwards every byte except one COMMIT. It lets a test kill a process at
 * exactly that point without the process's cooperation.
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
      // The marker can be split over two chunks.
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
