import { type RunAnswer, saveAnswer } from '../../../core/runs/index.ts';
import { checkAnswerHeaders } from '../../../core/workflows/index.ts';
import { invalid } from '../../../lib/errors.ts';
import { headerValueOf } from '../calls/setting-values.ts';
import type { RenderedSettings, StepHandler } from './step-handler.ts';

export const handleRespond: StepHandler<'respond'> = {
  kind: 'action',
  run: async (_step, input, { context, transaction, runContext }) => {
    const { answer, warnings } = readAnswer(input);
    const sent = await saveAnswer(context, transaction, runContext.job, answer);
    return { sent, ...(warnings.length > 0 && { warnings }) };
  },
};

/** Returns the validated response, with warnings for the author. */
function readAnswer(rendered: RenderedSettings<'respond'>): { answer: RunAnswer; warnings: string[] } {
  const status = Number(rendered.status);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw invalid('answer_status', 'status: must be a whole number from 200 to 599.');
  }
  const { headers, warnings } = checkAnswerHeaders(
    Object.entries(rendered.headers).map(([name, value]) => [name, headerValueOf(`headers.${name}`, value)]),
  );
  if (rendered.redirect !== undefined) {
    const location = headerValueOf('redirect', rendered.redirect);
    if (!/^https?:\/\//i.test(location) || !URL.canParse(location)) {
      throw invalid('answer_redirect', 'redirect: must be a URL that starts with http:// or https://.');
    }
    const answer = {
      status,
      headers: [...headers, ['location', new URL(location).href] as const],
      body: null,
    };
    return { answer, warnings };
  }
  if (rendered.body === undefined) return { answer: { status, headers, body: null }, warnings };
  const isText = typeof rendered.body === 'string';
  const body = {
    type: isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    text: isText ? (rendered.body as string) : JSON.stringify(rendered.body),
  };
  return { answer: { status, headers, body }, warnings };
}
