import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Call } from './call.ts';

const answerTimeoutMs = 30_000;

/**
 * One of the load generator's connections, with one request at a time. It uses a plain socket, so it takes
 * little CPU time away from the server that it measures. If the server closes the connection after some
 * requests or seconds, it is reopened.
 */
export class HttpLane {
  readonly #port: number;
  #socket: Socket | undefined;
  #chunks: Buffer[] = [];
  #missing = -1;
  #answered: ((answer: Buffer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request and returns the whole response, both head and body. */
  async ask(text: string): Promise<Buffer> {
    const isOld = this.#socket !== undefined;
    try {
      return await this.#send(text);
    } catch (error) {
      // The server has just closed the connection, so it didn't process the request.
      if (!isOld || this.#chunks.length > 0) throw error;
      return this.#send(text);
    }
  }

  close(): void {
    this.#socket?.destroy();
  }

  async #send(text: string): Promise<Buffer> {
    const socket = this.#socket ?? (await this.#open());
    return new Promise<Buffer>((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      socket.write(text);
    });
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error('no response in time')));
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#failed?.(socket.errored ?? new Error('the server closed the connection'));
    });
    this.#socket = socket;
    this.#chunks = [];
    this.#missing = -1;
    return socket;
  }

  /** Collects a response by its Content-Length. A response without one has no body. */
  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#missing < 0) {
      const head = Buffer.concat(this.#chunks);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
      this.#missing = end + 4 + Number(length) - (head.length - chunk.length);
      if (/\r\nconnection: close/i.test(text)) this.#socket = undefined;
    }
    this.#missing -= chunk.length;
    if (this.#missing > 0) return;
    const answer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#missing = -1;
    this.#failed = undefined;
    this.#answered?.(answer);
  }
}

/** Explains what is wrong with a response. Returns undefined if it is correct. */
export function findWrong(answer: Buffer, call: Call): string | undefined {
  const problem = problemOf(answer, call);
  if (problem === undefined) return undefined;
  const asked = call.text.slice(0, call.text.indexOf(' HTTP'));
  const body = answer.toString('utf8', answer.indexOf('\r\n\r\n') + 4).slice(0, 200);
  return `${asked}: ${problem}: ${body}`;
}

function problemOf(answer: Buffer, { status, list, contains }: Call): string | undefined {
  const given = Number(answer.toString('latin1', 9, 12));
  if (given !== status) return `status ${given} instead of ${status}`;
  if (contains !== undefined && !answer.includes(contains)) return `does not contain ${contains}`;
  if (!list) return undefined;
  if (!answer.includes(`\r\n\r\n{"total":"${list.total}",`)) return `total is not ${list.total}`;
  const rows = countRows(answer);
  return rows === list.rows ? undefined : `${rows} leads instead of ${list.rows}`;
}

/** Counts the leads in a response. Leads are separated by `},{"id":`, which doesn't occur inside a lead. */
function countRows(answer: Buffer): number {
  if (!answer.includes('"leads":[{')) return 0;
  let rows = 1;
  for (let at = answer.indexOf('},{"id":'); at >= 0; at = answer.indexOf('},{"id":', at + 1)) rows++;
  return rows;
}
