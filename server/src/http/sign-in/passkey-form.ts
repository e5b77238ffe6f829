import { hidden } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput } from '../request/session.ts';

interface PasskeyForm {
  /** The form is sent here. `/options` below it tells the browser what to ask the passkey. */
  readonly action: string;
  readonly formToken: string;
  readonly returnTo: string;
  readonly label: string;
}

/** A form that uses a passkey instead of the form above it. Browsers that can't use passkeys don't show it. */
export const passkeyForm = ({ action, formToken, returnTo, label }: PasskeyForm): string =>
  `<div data-passkeys hidden>
<p class="or">or</p>
<form method="post" action="${action}" data-options="${action}/options" data-act="get">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
${hidden('response', '')}
<div class="error" role="alert" hidden></div>
<button class="quiet" type="submit">${escapeHtml(label)}</button>
</form>
</div>`;
