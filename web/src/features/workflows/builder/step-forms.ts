import type { ComponentType } from 'react';
import type { StepSettings, StepType } from '../../../api/step-types.gen.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { WaitFields } from './fields/wait-fields.tsx';
import type { FieldsProps } from './step-tree.ts';

/** How one of a step's settings is edited. */
export interface FieldForm {
  readonly kind:
    | 'line'
    | 'text'
    | 'condition'
    | 'map'
    | 'tree'
    | 'number'
    | 'method'
    | 'word'
    | 'workflow'
    | 'outcome';
  /** The part of the setting that the field edits. Without it, the field edits the whole setting. */
  readonly part?: string;
  /** The key of the field's strings, if it differs from the setting's name. */
  readonly texts?: keyof typeof stepTexts.fields;
  readonly isOptional?: boolean;
  /** Which lead fields a map suggests as names. */
  readonly names?: 'fields' | 'unique';
}

/** How the builder lists, summarizes, and edits a step type. */
interface StepTypeForm {
  readonly group: keyof typeof stepTexts.groups;
  /** The name and settings of a new step. */
  readonly start: readonly [name: string, settings: object];
  /** Returns the one-line summary of a closed step. `text` and `pairs` return a setting as text or as `name = value` pairs. */
  readonly summary: (text: (key: string) => string, pairs: (key: string) => string) => string;
  /** One field per setting, in the order shown. If the fields depend on each other, a component instead. */
  readonly fields: Readonly<Record<string, FieldForm>> | ComponentType<FieldsProps>;
}

const email = { email: '{{ __data.email }}' };
const match: FieldForm = { kind: 'map', names: 'unique' };
const fields: FieldForm = { kind: 'map', names: 'fields' };
const outcomes: Readonly<Record<string, string>> = {
  succeeded: stepTexts.succeeded,
  failed: stepTexts.failed,
};

/** The form of every step type, in the order in which the builder lists them. A missing form is a compile error. */
const forms = {
  'lead.upsert': {
    group: 'leads',
    start: ['save', { match: email, fields: {} }],
    summary: (_text, pairs) => pairs('match'),
    fields: { match, fields },
  },
  'lead.create': {
    group: 'leads',
    start: ['create', { fields: email }],
    summary: (_text, pairs) => pairs('fields'),
    fields: { fields },
  },
  'lead.update': {
    group: 'leads',
    start: ['update', { match: email, fields: {} }],
    summary: (_text, pairs) => pairs('match'),
    fields: { match, fields },
  },
  'lead.find': {
    group: 'leads',
    start: ['find', { match: email }],
    summary: (_text, pairs) => pairs('match'),
    fields: { match },
  },
  'lead.delete': {
    group: 'leads',
    start: ['delete', { match: email }],
    summary: (_text, pairs) => pairs('match'),
    fields: { match },
  },
  'http.request': {
    group: 'outside',
    start: ['call', { method: 'POST', url: '', body: {} }],
    summary: (text) => `${text('method') || 'GET'} ${text('url')}`,
    fields: {
      method: { kind: 'method' },
      url: { kind: 'line' },
      headers: { kind: 'map', isOptional: true },
      query: { kind: 'map', isOptional: true },
      body: { kind: 'tree', isOptional: true },
      timeout_ms: { kind: 'number', isOptional: true },
      retry: { kind: 'number', part: 'max_attempts', isOptional: true },
    },
  },
  notify: {
    group: 'outside',
    start: ['email', { user: '', subject: '', text: '' }],
    summary: (text) => `${text('user')}: ${text('subject')}`,
    fields: { user: { kind: 'line' }, subject: { kind: 'line' }, text: { kind: 'text' } },
  },
  'workflow.start': {
    group: 'outside',
    start: ['start', { workflow: '', data: {} }],
    summary: (text) => text('workflow'),
    fields: { workflow: { kind: 'workflow' }, data: { kind: 'tree' } },
  },
  respond: {
    group: 'outside',
    start: ['respond', { status: 200, body: { ok: true } }],
    summary: (text) => `${text('status') || '200'} ${text('redirect') || text('body')}`,
    fields: {
      status: { kind: 'number', isOptional: true },
      headers: { kind: 'map', isOptional: true },
      body: { kind: 'tree', isOptional: true },
      redirect: { kind: 'line', isOptional: true },
    },
  },
  branch: {
    group: 'flow',
    start: ['check', { if: '' }],
    summary: (text) => text('if'),
    fields: { if: { kind: 'condition' } },
  },
  for_each: {
    group: 'flow',
    start: ['each', { items: '', as: 'item', steps: [] }],
    summary: (text) => `${text('as') || 'item'} in ${text('items')}`,
    fields: { items: { kind: 'tree' }, as: { kind: 'word', isOptional: true } },
  },
  set: {
    group: 'flow',
    start: ['set', { values: {} }],
    summary: (_text, pairs) => pairs('values'),
    fields: { values: { kind: 'map' } },
  },
  wait: {
    group: 'flow',
    start: ['wait', { for: '1 hour' }],
    summary: (text) => text('for') || text('until'),
    fields: WaitFields,
  },
  stop: {
    group: 'flow',
    start: ['stop', { as: 'succeeded' }],
    summary: (text) =>
      [outcomes[text('as')] ?? text('as'), text('message')].filter((part) => part !== '').join(': '),
    fields: { as: { kind: 'outcome', texts: 'stopAs' }, message: { kind: 'line', isOptional: true } },
  },
} satisfies {
  [Type in StepType]: StepTypeForm & {
    fields: { [Key in StepSettings[Type]]: FieldForm } | ComponentType<FieldsProps>;
  };
};

/** Accepts any string as a key, because a stored step can have an unknown type. */
export const stepForms: Readonly<Record<string, StepTypeForm>> = forms;
