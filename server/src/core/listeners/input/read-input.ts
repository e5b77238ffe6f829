import { isUtf8 } from 'node:buffer';
import { checkJson, parseExactJson } from '../../../lib/json.ts';
import type { VerifiedClaims } from '../checks/token-verdict.ts';
import type { VerifiedSender } from '../signature/check-signature.ts';
import { type FormFields, isReserved, readUrlencoded, requireFewFields } from './form-fields.ts';
import { firstWord } from './header-parameters.ts';
import { writeHeaders } from './input-headers.ts';
import { headerValues, type RawHeaders } from './raw-headers.ts';
import { readMultipart, utf8TextOf } from './read-multipart.ts';

export interface RequestParts {
  /**
   * At most 1 MiB, which is checked earlier. Empty for a GET, which has only query fields (spec/listeners
   * §1.2).
   */
  readonly body: Buffer;
  /** The query string, undecoded and without the question mark. */
  readonly query: string;
  readonly headers: RawHeaders;
  /** Undefined if no token was checked. */
  readonly claims: VerifiedClaims | undefined;
  /** Undefined if requests aren't signed. */
  readonly sender: VerifiedSender | undefined;
  /** Whether the workflow's templates read `__raw`. */
  readonly wantsRaw: boolean;
}

interface Members {
  readonly sent: number;
  readonly has: (name: string) => boolean;
  readonly json: readonly (string | Buffer)[];
  /** Repeated names; see `FormFields`. */
  readonly repeated: ReadonlyMap<string, number>;
}

/**
 * Builds a run's `__data` as the UTF-8 JSON that is stored (spec/listeners §6). It is built as a string,
 * never as an object, so a name chosen by a caller never becomes an object key. Names that start with `__`
 * belong to Hark and come last.
 * @throws an error describing what is wrong with the body
 */
export function readInput(parts: RequestParts): Buffer {
  const body = readBody(parts);
  // If the signature doesn't cover the URL, anyone could have added fields to it (spec/listeners §10.6).
  const query = readUrlencoded(!parts.sender || parts.sender.signsUrl ? parts.query : '');
  requireFewFields(body.sent + query.sent);
  const json = [...writeForm(query, body.has), ...body.json];
  const repeated = [...Array.from(query.repeated).filter(([name]) => !body.has(name)), ...body.repeated];
  if (repeated.length > 0) {
    json.push(
      `"__repeated":{${repeated.map(([name, count]) => `${JSON.stringify(name)}:${count}`).join(',')}}`,
    );
  }
  if (parts.wantsRaw) json.push(`"__raw":${JSON.stringify(utf8TextOf(parts.body))}`);
  json.push(`"__headers":${writeHeaders(parts.headers, parts.claims, parts.sender)}`);
  return writeObject(json);
}

/** Concatenates bytes, so the body, by far the largest part, is copied as received. */
function writeObject(members: readonly (string | Buffer)[]): Buffer {
  const pieces: Buffer[] = [];
  let text = '{';
  for (const [index, member] of members.entries()) {
    if (index > 0) text += ',';
    if (typeof member === 'string') text += member;
    else {
      pieces.push(Buffer.from(text), member);
      text = '';
    }
  }
  return Buffer.concat([...pieces, Buffer.from(`${text}}`)]);
}

/** Reads the body's fields. An empty body has none, regardless of its media type (spec/listeners §6.1). */
function readBody({ body, headers, sender }: RequestParts): Members {
  if (body.length === 0) return nothing;
  const contentType = headerValues(headers, 'content-type')[0] ?? '';
  const mediaType = firstWord(contentType);
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return readJsonBody(body);
  if (mediaType === 'application/x-www-form-urlencoded') return readFormBody(utf8TextOf(body), sender);
  if (mediaType === 'multipart/form-data') return formMembers(readMultipart(body, contentType));
  return isUtf8(body) ? whole(JSON.stringify(body.toString())) : binary(body);
}

const nothing: Members = { sent: 0, has: () => false, json: [], repeated: new Map() };

/** A body that has no fields is kept as a whole in `__body`. */
const whole = (json: string): Members => ({ ...nothing, json: [`"__body":${json}`] });

/** A body that is neither text nor a form is kept as Base64, and a second member says so (spec/listeners §6.1). */
const binary = (body: Buffer): Members => ({
  ...nothing,
  json: [`"__body":${JSON.stringify(body.toString('base64'))}`, '"__body_encoding":"base64"'],
});

/**
 * Keeps the caller's JSON text, so numbers and escapes stay as sent. The text is parsed only to check it and
 * to get its names. It is serialized again only if a name has to be dropped.
 */
function readJsonBody(body: Buffer): Members {
  const { text, value } = checkJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return whole(text.trim());
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  requireFewFields(names.length);
  const has = (name: string) => Object.hasOwn(object, name);
  const json = names.some(isReserved)
    ? membersOf(parseExactJson(text) as typeof object)
    : [body.subarray(body.indexOf('{') + 1, body.lastIndexOf('}'))];
  return { ...nothing, sent: names.length, has, json: names.length === 0 ? [] : json };
}

/** A verified `payload` of GitHub or Slack is read as if it were the body (spec/listeners §10.7). */
function readFormBody(body: string, sender: VerifiedSender | undefined): Members {
  const form = readUrlencoded(body);
  const payload = sender?.sendsFormPayload ? form.values.get('payload') : undefined;
  return typeof payload === 'string' ? readJsonBody(Buffer.from(payload)) : formMembers(form);
}

const membersOf = (object: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(object)
    .filter(([name]) => !isReserved(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);

const formMembers = (form: FormFields): Members => ({
  sent: form.sent,
  has: (name) => form.values.has(name),
  json: writeForm(form, () => false),
  repeated: form.repeated,
});

const writeForm = (form: FormFields, isTaken: (name: string) => boolean): string[] =>
  Array.from(form.values)
    .filter(([name]) => !isTaken(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
