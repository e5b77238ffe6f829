import { tokensTexts } from '../../../texts/listeners/tokens.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';

const { checks: texts } = requestsTexts;
const { checks: tokenTexts } = tokensTexts.debugger;

export interface ShownCheck {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'not_run';
}

const tokenReasons: readonly string[] = ['missing_token', 'invalid_or_expired', 'invalid_key'];

/** The checks of a request in the order in which they run, with the reasons for which they reject it. */
const stages: readonly (readonly [stage: keyof typeof texts.stages, reasons: readonly string[]])[] = [
  ['method', ['method_not_allowed']],
  ['token', tokenReasons],
  ['origin', ['origin_not_allowed']],
  ['enabled', ['listener_switched_off']],
  ['rate', ['listener_limited']],
  ['day', ['listener_day_used_up']],
  [
    'signature',
    ['missing_signature', 'malformed_signature', 'no_signature_secret', 'signature_out_of_tolerance'],
  ],
  ['received', ['unsupported_encoding', 'body_too_large', 'request_aborted']],
  ['signed', ['wrong_signature']],
  ['loop', ['loop_detected']],
  [
    'parsed',
    [
      'malformed_json',
      'json_too_deep',
      'too_many_fields',
      'malformed_form',
      'not_utf8',
      'input_too_large',
      'file_not_taken',
    ],
  ],
];
const tokenChecks = Object.keys(tokenTexts) as (keyof typeof tokenTexts)[];

/** Returns every check with its outcome: those before the failed one passed, those after it didn't run. */
export function checksOf(reason: string, failedCheck: string | null): ShownCheck[] {
  // The check of a sender's signature has the same name as one of the token's.
  const isTokenCheck = tokenReasons.includes(reason) && tokenChecks.some((name) => name === failedCheck);
  const names = stages.flatMap(([stage, reasons]): { name: string; isFailed: boolean }[] =>
    stage === 'token' && isTokenCheck
      ? tokenChecks.map((name) => ({ name: texts.token[name], isFailed: name === failedCheck }))
      : [{ name: texts.stages[stage], isFailed: reasons.includes(reason) }],
  );
  const failed = names.findIndex(({ isFailed }) => isFailed);
  if (failed < 0) return [];
  return names.map(({ name }, index) => ({
    name,
    outcome: index < failed ? 'passed' : index === failed ? 'failed' : 'not_run',
  }));
}
