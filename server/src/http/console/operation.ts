import { z } from 'zod';
import type { Act, Principal } from '../../core/access/index.ts';
import type { Actor } from '../../core/audit/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { Session, Visitor } from '../../core/sessions/index.ts';

/** Who asks: a person in a browser, at this moment, with what every use case needs. */
export interface Caller {
  readonly context: Context;
  readonly session: Session;
  readonly principal: Principal;
  readonly visitor: Visitor;
  /** The same for the audit. */
  readonly actor: Actor;
  /** What every change must carry. */
  readonly formToken: string;
}

/** JSON that is text already, such as leads as they are stored: it is sent as it is. */
export class PreparedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A file to download, read while it is sent. */
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

interface Definition<Params, Query, Body, Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/console`. */
  readonly path: string;
  /** Of the permission table; asked before the handler, who asks again for single records. */
  readonly act: Act;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** What the console gets: its types are made of it (`npm run generate`). It is not run over answers. */
  readonly answer: z.ZodType<Answer>;
  readonly handle: (
    caller: Caller,
    given: { readonly params: Params; readonly query: Query; readonly body: Body },
  ) => Promise<Answer | PreparedJson | FileAnswer> | Answer | PreparedJson | FileAnswer;
}

/** One thing that the console can ask for. */
export type Operation = Definition<unknown, unknown, unknown, unknown>;

/** Declares an operation; its schemas give the types of what its handler gets and must answer. */
export const operation = <Params = unknown, Query = unknown, Body = unknown, Answer = unknown>(
  definition: Definition<Params, Query, Body, Answer>,
): Operation => definition as unknown as Operation;

/** For what has nothing to tell. */
export const nothing = z.null();

/** The id in a path. */
export const idParams = z.strictObject({ id: z.coerce.number().int().positive() });

/** A moment, as JSON has it. */
export const moment = z.iso.datetime();
