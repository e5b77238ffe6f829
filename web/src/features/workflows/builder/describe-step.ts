import { stepTexts } from '../../../texts/workflow-steps.ts';
import type { WrittenStep } from './step-tree.ts';

const longest = 90;
const outcomes: Readonly<Record<string, string>> = {
  succeeded: stepTexts.succeeded,
  failed: stepTexts.failed,
};

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const pairs = (value: unknown): string =>
  Object.entries((value ?? {}) as Record<string, unknown>)
    .map(([name, one]) => `${name} = ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join(', ');

/** What a step does, in one line: as it is written, so that a list of closed steps can be read. */
export function describeStep(step: WrittenStep): string {
  const text = (key: string): string => {
    const value = step[key];
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  };
  switch (step.type) {
    case 'branch':
      return shorten(text('if'));
    case 'for_each':
      return shorten(`${text('as') || 'item'} in ${text('items')}`);
    case 'http.request':
      return shorten(`${text('method') || 'GET'} ${text('url')}`);
    case 'notify':
      return shorten(`${text('user')}: ${text('subject')}`);
    case 'workflow.start':
      return shorten(text('workflow'));
    case 'wait':
      return shorten(text('for') || text('until'));
    case 'respond':
      return shorten(`${text('status') || '200'} ${text('redirect') || text('body')}`);
    case 'stop':
      return shorten([outcomes[text('as')] ?? text('as'), text('message')].filter(Boolean).join(': '));
    case 'set':
      return shorten(pairs(step.values));
    default:
      return shorten(pairs(step.match ?? step.fields));
  }
}
