import type { FastifyReply, FastifyRequest } from 'fastify';
import { finishWithCode, readSecondStep } from '../../core/sign-in/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { formOf } from '../base/form.ts';
import { queryOf } from '../base/request-target.ts';
import { backToSignIn, errorSummary, field, hidden, sendFormPage } from '../pages/form-page.ts';
import {
  formTokenInput,
  keepSession,
  requireVisitorForm,
  signInRequestOf,
  visitorFormToken,
} from '../request/session.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { passkeyForm } from './passkey-form.ts';
import { returnPathOf, withReturn } from './return-path.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /sign-in/second-step`: asks for the second factor, if this browser has entered the right password. */
export const showSecondStep = (options: SignInOptions) => (request: FastifyRequest, reply: FastifyReply) =>
  sendSecondStep(options, request, reply, returnPathOf(queryOf(request.url)));

/** `POST /sign-in/second-step`: creates a session if the code is right. */
export const doSecondStep =
  (options: SignInOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    requireVisitorForm(request, form);
    const returnTo = returnPathOf(form);
    try {
      const code = form.get('code') ?? '';
      keepSession(request, reply, await finishWithCode(options.context, signInRequestOf(request), code));
      return reply.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof HarkError) || error.code !== 'wrong_code') throw error;
      return sendSecondStep(options, request, reply, returnTo, error.message);
    }
  };

async function sendSecondStep(
  { context }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string,
  error?: string,
): Promise<FastifyReply> {
  const step = await readSecondStep(context, signInRequestOf(request));
  if (!step) return reply.redirect(withReturn('/sign-in', returnTo), 303);
  const formToken = visitorFormToken(request, reply);
  const isWrong = error !== undefined;
  const asked = step.hasApp
    ? 'Enter the code that your authenticator app shows, or a recovery code.'
    : 'Use your passkey, or enter a recovery code.';
  const codeLabel = step.hasApp ? 'Code' : 'Recovery code';
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: 'Second step',
    workspace: workspaceOf(request).name,
    body: `<section>
<h1>Confirm that it's you</h1>
<p class="muted">${asked}</p>
${errorSummary(error)}
<form method="post" action="/sign-in/second-step">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
${field({ name: 'code', label: codeLabel, type: 'text', autocomplete: 'one-time-code', isFocused: true, isWrong })}
<button class="whole" type="submit">Continue</button>
</form>
${step.hasPasskey ? passkeyForm({ action: '/sign-in/passkey', formToken, returnTo, label: 'Use a passkey' }) : ''}
<p class="below muted">Lost your phone and your recovery codes? An administrator can reset your second factor.</p>
${backToSignIn}
</section>`,
  });
}
