import type { RunAnswer } from '../../core/runs/index.ts';
import { invalid } from '../../lib/errors.ts';
import { headerText } from './header-text.ts';

/** What a respond step says, checked: it goes to whoever called the listener. */
export function readAnswer(rendered: {
  status: unknown;
  headers: unknown;
  body?: unknown;
  redirect?: unknown;
}): RunAnswer {
  const status = Number(rendered.status);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw invalid('answer_status', 'status: must be a whole number from 200 to 599.');
  }
  const headers = Object.entries(rendered.headers as Record<string, unknown>).map(
    ([name, value]) => [name, headerText(`headers.${name}`, value)] as const,
  );
  if (rendered.redirect !== undefined) {
    const location = headerText('redirect', rendered.redirect);
    if (!/^https?:\/\//i.test(location) || !URL.canParse(location)) {
      throw invalid('answer_redirect', 'redirect: must be an address that begins with http:// or https://.');
    }
    return { status, headers: [...headers, ['location', new URL(location).href]], body: null };
  }
  if (rendered.body === undefined) return { status, headers, body: null };
  const isText = typeof rendered.body === 'string';
  return {
    status,
    headers,
    body: {
      type: isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      text: isText ? (rendered.body as string) : JSON.stringify(rendered.body),
    },
  };
}
