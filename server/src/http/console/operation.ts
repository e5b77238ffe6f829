import { z } from 'zod';
import type { Act, Principal } from '../../core/access/index.ts';
import type { Actor } from '../../core/audit/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { Session, StartedSession, Visitor } from '../../core/sessions/index.ts';

/** The signed-in user of a request, with the context that every use case needs. */
export interface Caller {
  readonly context: Context;
  readonly session: Session;
  readonly principal: Principal;
  readonly visitor: Visitor;
  /** The same user, for the audit log. */
  readonly actor: Actor;
  /** Every request that changes something must contain this token. */
  readonly formToken: string;
}

/** JSON that is already serialized, such as stored leads; sent unchanged. */
export class PreparedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A download, streamed while it is read. */
export class FileAnswer {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Buffer>;

  constructor(name: string, mediaType: string, bytes: AsyncIterable<Buffer>) {
    this.name = name;
    this.mediaType = mediaType;
    this.bytes = bytes;
  }
}

/** The session that replaces the caller's, after a change that ends all of the user's sessions. */
export class RenewedSession {
  readonly started: StartedSession;

  constructor(started: StartedSession) {
    this.started = started;
  }
}

interface Asked<Params, Query, Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/console`. */
  readonly path: string;
  /** Checked before the handler runs. The handler itself checks single records. */
  readonly act: Act;
  /** If true, the user must have proved who they are within the last 15 minutes (spec/sign-in §3). */
  readonly isSensitive?: true;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
}

type Handle<Params, Query, Body, Answer> = (
  caller: Caller,
  given: { readonly params: Params; readonly query: Query; readonly body: Body },
) => Answer;

interface Telling<Params, Query, Body, Answer> extends Asked<Params, Query, Body> {
  /**
   * The console's types are generated from this schema (`npm run generate`). Responses aren't validated against
   * it.
   */
  readonly answer: z.ZodType<Answer>;
  readonly handle: Handle<Params, Query, Body, Promise<Answer | PreparedJson> | Answer | PreparedJson>;
}

/** An operation without a JSON response: it returns nothing, a download, or a new session. */
interface Silent<Params, Query, Body> extends Asked<Params, Query, Body> {
  readonly answer?: undefined;
  readonly handle: Handle<Params, Query, Body, Promise<void> | Promise<FileAnswer> | Promise<RenewedSession>>;
}

export type Operation = Asked<unknown, unknown, unknown> & {
  readonly answer?: z.ZodType | undefined;
  readonly handle: Handle<unknown, unknown, unknown, unknown>;
};

/** Declares an operation. Its schemas determine the types of the handler's input and response. */
export const operation = <Params = unknown, Query = unknown, Body = unknown, Answer = unknown>(
  definition: Telling<Params, Query, Body, Answer> | Silent<Params, Query, Body>,
): Operation => definition as unknown as Operation;

export const idParams = z.strictObject({ id: z.coerce.number().int().positive() });

export const moment = z.iso.datetime();
