import type { CompiledTree, LeafTemplate } from './compile-tree.ts';
import type { CompiledStep } from './compiled-step.ts';

/** The trees of templates that a step has by itself. */
function treesOf(step: CompiledStep): readonly CompiledTree[] {
  switch (step.type) {
    case 'lead.create':
      return [step.fields];
    case 'lead.update':
    case 'lead.upsert':
      return [step.match, step.fields];
    case 'lead.find':
    case 'lead.delete':
      return [step.match];
    case 'set':
      return [step.values];
    case 'branch':
      return [];
    case 'for_each':
      return [step.items];
    case 'wait':
      return [step.time];
    case 'respond':
      return [step.status, step.headers, step.body, step.redirect].filter((tree) => tree !== undefined);
    case 'http.request':
    case 'notify':
      return Object.values(callFields(step));
    case 'workflow.start':
      return [step.workflow, step.data];
    case 'stop':
      return [step.message];
  }
}

/** Every template that a step has by itself, its condition included. */
export const templatesOf = (step: CompiledStep): readonly LeafTemplate[] => [
  ...treesOf(step).flatMap((tree) => tree.templates),
  ...(step.type === 'branch' ? [step.if] : []),
];

/** What a step that calls outside is given, under the keys that it has in the file. */
export function callFields(
  step: Extract<CompiledStep, { type: 'http.request' | 'notify' }>,
): Record<string, CompiledTree> {
  if (step.type === 'notify') return { user: step.user, subject: step.subject, text: step.text };
  const { method, url, headers, query, body, timeoutMs, mostAttempts } = step;
  return {
    method,
    url,
    headers,
    query,
    ...(body && { body }),
    timeout_ms: timeoutMs,
    max_attempts: mostAttempts,
  };
}

/** The steps inside a step, under the keys that they have in the file. */
export function innerLists(step: CompiledStep): readonly (readonly [string, readonly CompiledStep[]])[] {
  if (step.type === 'branch') {
    return [
      ['then', step.whenTrue],
      ['else', step.whenFalse],
    ];
  }
  return step.type === 'for_each' ? [['steps', step.steps]] : [];
}
