import { setTimeout as sleep } from 'node:timers/promises';
import { isSalt, MessageSeal, makeSalt, type Send } from '../../core/workspace-move/index.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { conflict, type HarkError, isOutage, messageOf, unavailable } from '../../lib/errors.ts';
import { isRecord } from '../../lib/json.ts';

const answerWithinMs = 60_000;
const retryMs = 250;
/** How long the other installation can be away. Afterwards, run the command again. */
const patienceMs = 300_000;
const maxAnswerBytes = 1024 * 1024;

/** The keys that both installations have derived from the token. After a restart, the other one has other keys. */
interface Session {
  readonly seal: MessageSeal;
  lastNumber: number;
}

/** Repeats a message until it is answered. Every message can be repeated. */
export function sendTo(to: string, token: Secret): Send {
  const channel = new Channel(to, token);
  return async (name, message, { withinMs } = {}) => {
    const end = performance.now() + patienceMs;
    for (;;) {
      try {
        return await channel.ask(name, message, withinMs ?? answerWithinMs);
      } catch (error) {
        if (!isOutage(error) || withinMs !== undefined || performance.now() > end) throw error;
        await sleep(retryMs);
      }
    }
  };
}

/** Sends sealed messages, and accepts sealed answers only (spec/cells §4.3). */
class Channel {
  readonly #to: string;
  readonly #token: Secret;
  #session: Session | undefined;
  /** Whether the other installation has shown that it has the token. */
  #isProven = false;

  constructor(to: string, token: Secret) {
    this.#to = to;
    this.#token = token;
  }

  async ask(name: string, message: object, withinMs: number): Promise<Record<string, unknown>> {
    const signal = AbortSignal.timeout(Math.max(1, Math.round(withinMs)));
    this.#session ??= await this.#openSession(signal);
    const session = this.#session;
    // A repeated message gets a new number too, so that an earlier one that arrives late is rejected.
    const head = { name, number: ++session.lastNumber };
    const sealed = session.seal.seal('request', head, message);
    const authorization = session.seal.authorize(head, sealed.length);
    const { status, body } = await this.#post(`/${name}`, signal, { sealed, authorization });
    const answer = status === 200 ? tryOpen(() => session.seal.open('response', head, body)) : undefined;
    if (!isRecord(answer)) throw this.#rejected();
    this.#isProven = true;
    if (isRecord(answer.answer)) return answer.answer;
    if (answer.refused !== undefined)
      throw conflict('receiver_refused', `The other installation: ${answer.refused}`);
    throw unavailable('receiver_failed', `The other installation: ${answer.failed}`);
  }

  async #openSession(signal: AbortSignal): Promise<Session> {
    const to = this.#to;
    const { status, body } = await this.#post('/salt', signal);
    const [sender, receiver] = [makeSalt(), body.toString('latin1')];
    if (status !== 200 || !isSalt(receiver)) {
      if (this.#isProven) throw this.#rejected();
      throw conflict('receiver_refused', `${to} isn't the address of \`hark workspace receive\`.`);
    }
    return { seal: new MessageSeal(this.#token, { sender, receiver }), lastNumber: 0 };
  }

  /** The cause is unknown, because this answer can come from anyone on the network. */
  #rejected(): HarkError {
    const to = this.#to;
    this.#session = undefined;
    if (this.#isProven)
      return unavailable(
        'receiver_away',
        `${to} was restarted, or a message was changed on its way. If it has another token now, run the command again with that.`,
      );
    return conflict(
      'receiver_refused',
      `${to} rejects the message. Check that both commands have the same token.`,
    );
  }

  async #post(path: string, signal: AbortSignal, message?: { sealed: Buffer; authorization: string }) {
    const to = this.#to;
    try {
      const response = await fetch(new URL(path, to), {
        method: 'POST',
        ...(message && {
          body: new Uint8Array(message.sealed),
          headers: { authorization: message.authorization },
        }),
        redirect: 'error',
        signal,
      });
      return { status: response.status, body: await readAnswer(response) };
    } catch (error) {
      throw unavailable('receiver_away', `${to} doesn't respond: ${messageOf(error)}`, error);
    }
  }
}

async function readAnswer(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new Error('The response is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tryOpen(open: () => unknown): unknown {
  try {
    return open();
  } catch {
    return undefined;
  }
}
