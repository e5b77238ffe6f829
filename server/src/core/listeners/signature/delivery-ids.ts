import { checkJson, parseExactJson } from '../../../lib/json.ts';
import { firstWord } from '../input/header-parameters.ts';
import { headerText, headerValues } from '../input/raw-headers.ts';
import type { SignedRequest } from './scheme.ts';

/** Returns the value of a header, or undefined if it is missing or empty. */
export function idInHeader({ headers }: SignedRequest, name: string): string | undefined {
  const [value = ''] = headerValues(headers, name);
  return value === '' ? undefined : headerText(value);
}

/** Returns a text field of a JSON body, or undefined. */
export const idInBody = (request: SignedRequest, field: string): string | undefined =>
  textsIn(request)(field) || undefined;

/** HubSpot sends a list of events. An event's ID alone isn't unique, so the key has three parts. */
export function idOfHubspotEvents(request: SignedRequest): string | undefined {
  const { text } = readJson(request) ?? {};
  const events = text === undefined ? undefined : parseExactJson(text);
  if (!Array.isArray(events) || events.length === 0) return undefined;
  const keys = events.map(fieldsOf).map((event) => {
    const parts = [event?.eventId, event?.subscriptionId, event?.occurredAt];
    return parts.every((part) => part !== undefined && part !== null) ? parts.join(':') : undefined;
  });
  return keys.includes(undefined) ? undefined : keys.join(',');
}

/** Returns Slack's challenge if the request asks whether the URL is right (spec/listeners §10.7). */
export function slackChallenge(request: SignedRequest): string | undefined {
  if (request.method !== 'POST') return undefined;
  const textOf = textsIn(request);
  return textOf('type') === 'url_verification' ? textOf('challenge') : undefined;
}

const isJson = (mediaType: string) => mediaType === 'application/json' || mediaType.endsWith('+json');

/** Returns a function that returns a text field of a JSON body. The body is parsed once. */
function textsIn(request: SignedRequest): (field: string) => string | undefined {
  const fields = fieldsOf(readJson(request)?.value);
  return (field) => {
    const value = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
}

/** Parses a JSON body. A body that can't be parsed has no ID; it is rejected later, when its fields are read. */
function readJson({ headers, body }: SignedRequest): ReturnType<typeof checkJson> | undefined {
  const [contentType = ''] = headerValues(headers, 'content-type');
  if (!isJson(firstWord(contentType))) return undefined;
  try {
    return checkJson(body);
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
