import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../../lib/crypto/installation-key.ts';
import { isSameText } from '../../lib/crypto/jws.ts';
import { openBytes, sealBytes } from '../../lib/crypto/seal-bytes.ts';
import type { Secret } from '../../lib/crypto/secret.ts';

/** What a message is authenticated with, in addition to its content. */
export interface MessageHead {
  readonly name: string;
  /** Higher than that of every message before. A repeated message gets a new one. */
  readonly number: number;
}

/** How the receiver answers a message. After `failed`, the sender can try again. */
export type MessageAnswer =
  | { readonly answer: object }
  | { readonly refused: string }
  | { readonly failed: string };

/** Each installation chooses one at random, so that no two keys are the same. */
export interface Salts {
  readonly sender: string;
  readonly receiver: string;
}

export const makeSalt = (): string => randomBytes(32).toString('base64url');
export const isSalt = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

/**
 * Encrypts the messages between two installations (spec/cells §4.3). The keys are derived from the token, which is never
 * sent.
 */
export class MessageSeal {
  readonly #salts: Salts;
  readonly #proofKey: Buffer;
  readonly #keys: { readonly request: Buffer; readonly response: Buffer };

  constructor(token: Secret, salts: Salts) {
    const keyFor = (use: string) =>
      deriveKey(token, `workspace-move/${use}/${salts.sender}/${salts.receiver}`);
    this.#salts = salts;
    this.#proofKey = keyFor('proof');
    this.#keys = { request: keyFor('request'), response: keyFor('response') };
  }

  seal(direction: 'request' | 'response', head: MessageHead, value: object): Buffer {
    return sealBytes(this.#keys[direction], contextOf(head), Buffer.from(JSON.stringify(value)));
  }

  /** Throws unless the other installation sealed exactly this, for this head and direction. */
  open(direction: 'request' | 'response', head: MessageHead, sealed: Buffer): unknown {
    return JSON.parse(openBytes(this.#keys[direction], contextOf(head), sealed).toString('utf8'));
  }

  /** Returns the header that lets the receiver check the sender before it reads a body of `length` bytes. */
  authorize(head: MessageHead, length: number): string {
    return `Hark ${this.#salts.sender}.${head.number}.${this.#proofOf(head, length)}`;
  }

  isProof(proof: string, head: MessageHead, length: number): boolean {
    return isSameText(proof, this.#proofOf(head, length));
  }

  #proofOf(head: MessageHead, length: number): string {
    return createHmac('sha256', this.#proofKey)
      .update(`${contextOf(head)}/${length}`)
      .digest('base64url');
  }
}

const contextOf = ({ name, number }: MessageHead): string => `${name}/${number}`;
