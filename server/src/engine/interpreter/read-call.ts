import { callMethods } from '../../core/workflows/index.ts';
import { invalid } from '../../lib/errors.ts';
import { headerText } from './header-text.ts';
import type { HttpCall, MailCall, OutsideCall, OutsideStep } from './outside-call.ts';

type Values = Readonly<Record<string, unknown>>;

const mailAttempts = 10;

/** What a step wants to send, from its rendered fields. @throws HarkError that names the field */
export const readCall = (step: OutsideStep, values: Values): OutsideCall =>
  step.type === 'notify' ? readMail(values) : readHttp(values);

function readHttp(values: Values): HttpCall {
  const method = String(values.method).trim().toUpperCase();
  if (!callMethods.includes(method)) {
    throw invalid('call_method', `method: must be one of ${callMethods.join(', ')}.`);
  }
  const body = readBody(values.body);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw invalid('call_body', `body: A ${method} has none. Use query, or another method.`);
  }
  const headers: Record<string, string> = Object.create(null);
  if (body) headers['content-type'] = body.type;
  for (const [name, value] of Object.entries(values.headers as Values)) {
    headers[name.toLowerCase()] = headerText(`headers.${name}`, value);
  }
  return {
    type: 'http.request',
    method,
    url: withQuery(textOf('url', values.url).trim(), values.query as Values),
    headers,
    body: body?.text,
    timeoutMs: readWhole('timeout_ms', values.timeout_ms, 100, 30_000),
    mostAttempts: readWhole('retry.max_attempts', values.max_attempts, 1, 20),
  };
}

/** A text is sent as it is, anything else as JSON (spec/provisioning §5); null is no body. */
function readBody(body: unknown): { type: string; text: string } | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', text: body };
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** Adds the fields of `query`; a list is several of one name, null is none. */
function withQuery(url: string, query: Values): string {
  const parsed = URL.parse(url);
  if (!parsed) throw invalid('call_url', 'url: must be an address that begins with http:// or https://.');
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined) parsed.searchParams.append(name, textOf(`query.${name}`, one));
    }
  }
  return parsed.href;
}

const readMail = (values: Values): MailCall => ({
  type: 'notify',
  user: textOf('user', values.user).trim(),
  subject: textOf('subject', values.subject),
  text: textOf('text', values.text),
  mostAttempts: mailAttempts,
});

function textOf(place: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid('call_text', `${place}: must be a text.`);
}

function readWhole(place: string, value: unknown, least: number, most: number): number {
  const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
    return number;
  throw invalid('call_number', `${place}: must be a whole number from ${least} to ${most}.`);
}
