import { z } from 'zod';
import {
  algorithms,
  bodyChangeNames,
  encodings,
  explainSignature,
  signatureChecks,
  signatureReasons,
} from '../../../core/listeners/index.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';
import { WrongInput } from '../read-input.ts';
import { resolvedOf } from './resolved-settings.ts';

const maxHeadLength = 16_384;
const maxBodyLength = 500_000;

/** Explains whether a pasted request is signed as the listener requires. Stores nothing. */
export const signatureOperation = (): Operation =>
  operation({
    method: 'POST',
    path: '/workflows/:id/listener/signature-check',
    act: 'listeners.view_secret',
    params: idParams,
    body: z.strictObject({
      method: z.enum(['POST', 'PUT', 'GET']),
      /** Without the question mark. */
      query: z.string().max(maxHeadLength),
      /** One header on each line, as sent. */
      headers: z.string().max(maxHeadLength),
      body: z.string().max(maxBodyLength),
    }),
    answer: z.object({
      /** The time of the check, which the signed time is compared with. */
      at: moment,
      /** Null if the listener's requests aren't signed. */
      explained: z
        .object({
          verdict: z.enum(['passed', ...signatureReasons]),
          response: z.object({ status: z.number(), text: z.string() }).nullable(),
          checks: z.array(
            z.object({ name: z.enum(signatureChecks), outcome: z.enum(['passed', 'failed', 'not_made']) }),
          ),
          received: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
          signed: z.string().nullable(),
          /** Null if the header carries the secret itself. */
          hmac: z.object({ algorithm: z.enum(algorithms), encoding: z.enum(encodings) }).nullable(),
          seconds_ago: z.number().nullable(),
          tolerance_seconds: z.number(),
          body_bytes: z.number(),
          body_change: z.enum(bodyChangeNames).nullable(),
        })
        .nullable(),
    }),
    handle: async (caller, { params, body: { method, query, headers, body } }) => {
      const { settings, now, url } = await resolvedOf(
        caller,
        params.id,
        'listeners.view_secret',
        'signature',
      );
      const at = now.toISOString();
      const { signature } = settings;
      if (!signature) return { at, explained: null };
      const request = {
        method,
        url: asReceived(query === '' ? url : `${url}?${query}`),
        headers: readHeaderLines(headers),
        // The body of a GET request isn't read (spec/listeners §1.2).
        body: Buffer.from(method === 'GET' ? '' : body),
      };
      const explained = explainSignature(request, signature, now);
      const { verdict, response, checks, received, signed, secondsAgo, bodyChange } = explained;
      return {
        at,
        explained: {
          verdict,
          response: response ?? null,
          checks: [...checks],
          received: received.map(({ name, values }) => ({ name, values: [...values] })),
          signed: signed ?? null,
          hmac: signature.scheme.hmac ?? null,
          seconds_ago: secondsAgo ?? null,
          tolerance_seconds: signature.toleranceSeconds,
          body_bytes: request.body.length,
          body_change: bodyChange ?? null,
        },
      };
    },
  });

/** Node decodes headers and URLs as Latin-1. */
const asReceived = (text: string) => Buffer.from(text).toString('latin1');

/** Reads `Name: value` lines. A request line such as `POST / HTTP/1.1` in front of them is ignored. */
function readHeaderLines(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.flatMap((line, index) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) return [name, asReceived(value.trim())];
    if (index === 0 && /^[A-Z]+ \S+( HTTP\/\S+)?$/.test(line)) return [];
    throw new WrongInput([
      { path: 'headers', message: `Line ${index + 1} isn't a header, such as “Name: value”.` },
    ]);
  });
}
