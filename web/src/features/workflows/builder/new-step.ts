import { freeName, type WrittenStep } from './step-tree.ts';

/** What a new step of a type begins with: its name, and the fields that it cannot be without. */
const beginnings: Readonly<Record<string, readonly [name: string, fields: object]>> = {
  'lead.create': ['create', { fields: { email: '{{ __data.email }}' } }],
  'lead.update': ['update', { match: { email: '{{ __data.email }}' }, fields: {} }],
  'lead.upsert': ['save', { match: { email: '{{ __data.email }}' }, fields: {} }],
  'lead.find': ['find', { match: { email: '{{ __data.email }}' } }],
  'lead.delete': ['delete', { match: { email: '{{ __data.email }}' } }],
  'http.request': ['call', { method: 'POST', url: '', body: {} }],
  notify: ['tell', { user: '', subject: '', text: '' }],
  'workflow.start': ['start', { workflow: '', data: {} }],
  branch: ['check', { if: '' }],
  for_each: ['each', { items: '', as: 'item', steps: [] }],
  set: ['set', { values: {} }],
  wait: ['wait', { for: '1 hour' }],
  respond: ['answer', { status: 200, body: { ok: true } }],
  stop: ['stop', { as: 'succeeded' }],
};

export const newStep = (steps: readonly WrittenStep[], type: string): WrittenStep => {
  const [name, fields] = beginnings[type] ?? [type, {}];
  return { name: freeName(steps, name), type, ...fields };
};

/** In the order in which they are offered. */
export const stepGroups = {
  leads: ['lead.upsert', 'lead.create', 'lead.update', 'lead.find', 'lead.delete'],
  outside: ['http.request', 'notify', 'workflow.start', 'respond'],
  flow: ['branch', 'for_each', 'set', 'wait', 'stop'],
} as const;
