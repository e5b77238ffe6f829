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

interface Asked<Params, Query, Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/console`. */
  readonly path: string;
  /** Of the permission table; asked before the handler, who asks again for single records. */
  readonly act: Act;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
}

type Handle<Params, Query, Body, Answer> = (
  caller: Caller,
  given: { readonly params: Params; readonly query: Query; readonly body: Body },
) => Answer;

interface Telling<Params, Query, Body, Answer> extends Asked<Params, Query, Body> {
  /** What the console gets: its types are made of it (`npm run generate`). It is not run over answers. */
  readonly answer: z.ZodType<Answer>;
  readonly handle: Handle<Params, Query, Body, Promise<Answer | PreparedJson> | Answer | PreparedJson>;
}

/** What has nothing to tell, or is downloaded. */
interface Silent<Params, Query, Body> extends Asked<Params, Query, Body> {
  readonly answer?: undefined;
  readonly handle: Handle<Params, Query, Body, Promise<void> | Promise<FileAnswer>>;
}

/** One thing that the console can ask for. */
export type Operation = Asked<unknown, unknown, unknown> & {
  readonly answer?: z.ZodType | undefined;
  readonly handle: Handle<unknown, unknown, unknown, unknown>;
};

/** Declares an operation; its schemas give the types of what its handler gets and must answer, if anything. */
export const operation = <Params = unknown, Query = unknown, Body = unknown, Answer = unknown>(
  definition: Telling<Params, Query, Body, Answer> | Silent<Params, Query, Body>,
): Operation => definition as unknown as Operation;

/** The id in a path. */
export const idParams = z.strictObject({ id: z.coerce.number().int().positive() });

/** A moment, as JSON has it. */
export const moment = z.iso.datetime();
