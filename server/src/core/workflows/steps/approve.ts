import { z } from 'zod';
import { isRecord } from '../../../lib/json.ts';
import { durationSetting, filledText, hasTemplate, textSetting } from './setting-schemas.ts';
import { defineStep, literalSetting, template } from './step-definition.ts';

export const maxDeciders = 20;
export const maxQuestionTitle = 200;
export const maxQuestionLength = 10_000;
export const decidersWords = `an email, a list of 1 to ${maxDeciders} emails, or { role: NAME }`;

/** Who decides. The role's name is a literal, which saving looks up. */
type Deciders = string | readonly string[] | { readonly role: string };

const deciders = z.custom<Deciders>(isDeciders, `must be ${decidersWords}`);

function isDeciders(value: unknown): value is Deciders {
  if (isRecord(value)) return Object.keys(value).length === 1 && isFilled(value.role);
  if (Array.isArray(value)) return value.length >= 1 && value.length <= maxDeciders && value.every(isFilled);
  return isFilled(value);
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

const atMost = (length: number) => (text: string) => text.length <= length || hasTemplate(text);

/** spec/runs §2.13 */
export const approve = defineStep({
  type: 'approve',
  about: 'Asks people to approve or reject something, and waits for the first decision.',
  settings: {
    title: template(
      filledText.refine(atMost(maxQuestionTitle), `must be at most ${maxQuestionTitle} characters`),
    ),
    text: template(
      textSetting.refine(atMost(maxQuestionLength), 'must be at most 10,000 characters').default(''),
    ),
    by: template(deciders, { refersTo: 'role' }),
    timeout: template(durationSetting.default('7 days')),
    on_timeout: literalSetting(
      z.enum(['reject', 'approve', 'fail'], 'must be reject, approve or fail').default('reject'),
    ),
  },
  example: {
    title: 'Give {{ __data.name }} a discount of 20%?',
    by: { role: 'Administrator' },
    timeout: '2 days',
    on_timeout: 'reject',
  },
  output: '`{approved, by, comment}`: the decision, who made it (null after a timeout), and their comment',
  reaches: 'database',
  canBatch: () => false,
  refusesSecrets: true,
});
