import type { IncomingMessage } from 'node:http';

/** Reads a body whose length is known, and known to be small enough. */
export function readWhole(
  request: IncomingMessage,
  fail: (error: Error) => void,
  done: (body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', fail);
  request.on('end', () => {
    request.off('error', fail);
    const [first] = chunks;
    done(first && chunks.length === 1 ? first : Buffer.concat(chunks));
  });
}
