import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A received email: its recipients, and its raw text. */
interface Arrived {
  readonly from: string | false;
  readonly to: readonly string[];
  readonly raw: string;
}

/** Starts a real mail server for the duration of a test. Each entry of `refuse` makes it reject one email with that response. */
export async function startMailServer({
  refuse = [],
  ...options
}: SMTPServerOptions & { refuse?: { code: number; at: 'recipient' | 'data' }[] } = {}) {
  const arrived: Arrived[] = [];
  const refusal = (at: 'recipient' | 'data') => {
    const index = refuse.findIndex((one) => one.at === at);
    const [found] = index < 0 ? [] : refuse.splice(index, 1);
    return found && Object.assign(new Error('not now'), { responseCode: found.code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        const failure = refusal('data');
        const from = envelope.mailFrom ? envelope.mailFrom.address : false;
        if (!failure) arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done(failure);
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { arrived, port, url: `smtp://127.0.0.1:${port}` };
}
