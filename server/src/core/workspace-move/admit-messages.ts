import type { Secret } from '../../lib/crypto/secret.ts';
import { isSalt, type MessageHead, MessageSeal, makeSalt } from './message-seal.ts';

/** A message whose sender has the token. Its body isn't read yet. */
export interface Admitted {
  readonly head: MessageHead;
  readonly seal: MessageSeal;
  /** Does the work after that of the sender's earlier messages. */
  inOrder<T>(work: () => Promise<T>): Promise<T>;
}

interface Session {
  readonly seal: MessageSeal;
  lastNumber: number;
  lastWork: Promise<unknown>;
}

/**
 * Finds out whether the sender of a message has the token (spec/cells §4.3). A message is admitted once: its number must be
 * higher than all before. Messages that were recorded before this process started have other keys.
 */
export class MessageAdmission {
  /** This installation's part of the keys. */
  readonly salt = makeSalt();
  readonly #token: Secret;
  /** By the sender's salt. Strangers can't add entries. */
  readonly #sessions = new Map<string, Session>();

  constructor(token: Secret) {
    this.#token = token;
  }

  /** @param length the size of the body, which the sender has to authenticate too */
  admit(name: string, authorization: string | undefined, length: number): Admitted | undefined {
    const [, sender, number, proof = ''] =
      /^Hark ([^.]+)\.(\d{1,15})\.([^.]+)$/.exec(authorization ?? '') ?? [];
    if (!isSalt(sender)) return undefined;
    const head = { name, number: Number(number) };
    const session = this.#sessions.get(sender) ?? {
      seal: new MessageSeal(this.#token, { sender, receiver: this.salt }),
      lastNumber: 0,
      lastWork: Promise.resolve(),
    };
    if (!session.seal.isProof(proof, head, length) || head.number <= session.lastNumber) return undefined;
    session.lastNumber = head.number;
    this.#sessions.set(sender, session);
    return {
      head,
      seal: session.seal,
      inOrder: (work) => {
        const done = session.lastWork.then(work);
        session.lastWork = done.catch(() => undefined);
        return done;
      },
    };
  }
}
