import type { ComponentType } from 'react';
import type { StepSettings, StepType } from '../../../../api/step-types.gen.ts';
import { summaryTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { WaitFields } from '../fields/wait-fields.tsx';
import type { FieldsProps, WrittenStep } from '../step-tree.ts';

type FieldTexts = keyof typeof stepTexts.fields;

/** How one of a step's settings is edited. */
export interface FieldForm {
  readonly kind:
    | 'line'
    | 'text'
    | 'condition'
    | 'map'
    | 'tree'
    | 'filters'
    | 'number'
    | 'method'
    | 'word'
    | 'workflow'
    | 'connection'
    | 'statuses'
    | 'deciders'
    | 'choice';
  /** The part of the setting that the field edits. Without it, the field edits the whole setting. */
  readonly part?: string;
  /** The key of the field's strings, if it differs from the setting's name. */
  readonly texts?: FieldTexts | ((step: WrittenStep) => FieldTexts);
  readonly isOptional?: boolean;
  /** Whether the field is in the folded part of the form, because few steps need it. */
  readonly isFolded?: boolean;
  /** Which lead fields a map suggests as names. */
  readonly names?: 'fields' | 'unique';
  /** What a map's entries are called. */
  readonly words?: keyof typeof stepTexts.map;
  /** The values that can be chosen, with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** A step's settings, in words for people. */
interface Settings {
  /** Returns a setting as text, with readable names instead of template syntax. */
  readonly text: (key: string) => string;
  /** Whether a setting contains template syntax. */
  readonly isTemplate: (key: string) => boolean;
  /** Returns the names in a map of values. */
  readonly names: (key: string) => readonly string[];
}

/** How the builder lists, summarizes, and edits a step type. */
interface StepTypeForm {
  readonly group: keyof typeof stepTexts.groups;
  /** The name and settings of a new step. */
  readonly start: readonly [name: string, settings: object];
  /** Returns the one-line summary on the step's card, or an empty string while there is nothing to say. */
  readonly summary: (settings: Settings) => string;
  /** Whether the summary is a phrase that names the type itself, such as "Wait for 2 days". */
  readonly isPhrase?: boolean;
  /** One field per setting, in the order shown. If the fields depend on each other, a component instead. */
  readonly fields: Readonly<Record<string, FieldForm>> | ComponentType<FieldsProps>;
}

const email = { email: '{{ __data.email }}' };
const match: FieldForm = { kind: 'map', names: 'unique', words: 'field' };
const fields: FieldForm = { kind: 'map', names: 'fields', words: 'field' };
const retry: FieldForm = { kind: 'number', part: 'max_attempts', isOptional: true, isFolded: true };
const outcomes: Readonly<Record<string, string>> = {
  succeeded: stepTexts.succeeded,
  failed: stepTexts.failed,
};

const listed = (names: readonly string[]): string => names.join(', ');

/** Says by what a lead is found and, if known, how many of its fields are set. */
const matchSummary = ({ names }: Settings): string => {
  const [by, set] = [listed(names('match')), names('fields').length];
  if (by === '') return '';
  return set === 0 ? summaryTexts.match(by) : summaryTexts.matchAndSet(by, set);
};

/** Returns the fields that filters compare, from the filters as text. */
const filteredBy = (filters: string): string => {
  const fields = [...filters.matchAll(/"alias":"([^"]+)"/g)].map(([, field = '']) => field);
  return fields.length === 0 ? '' : summaryTexts.match(listed([...new Set(fields)]));
};

const namesSummary =
  (key: string) =>
  ({ names }: Settings): string =>
    listed(names(key));

/** The form of every step type, in the order in which the builder lists them. A missing form is a compile error. */
const forms = {
  'lead.upsert': {
    group: 'leads',
    start: ['save', { match: email, fields: {} }],
    summary: matchSummary,
    fields: { match, fields },
  },
  'lead.create': {
    group: 'leads',
    start: ['create', { fields: email }],
    summary: namesSummary('fields'),
    fields: { fields },
  },
  'lead.update': {
    group: 'leads',
    start: ['update', { match: email, fields: {} }],
    summary: matchSummary,
    fields: { match, fields },
  },
  'lead.find': {
    group: 'leads',
    start: ['find', { match: email }],
    summary: matchSummary,
    fields: { match },
  },
  'lead.search': {
    group: 'leads',
    start: ['search', { filters: [{ alias: 'status', operator: 'eq', value: 'New' }] }],
    summary: ({ text }) => filteredBy(text('filters')),
    fields: {
      filters: { kind: 'filters', isOptional: true },
      match: { kind: 'choice', texts: 'searchMatch', choices: stepTexts.searchMatches, isOptional: true },
      order_by: { kind: 'line', isOptional: true },
      limit: { kind: 'number', isOptional: true },
      fields: { kind: 'tree', texts: 'searchFields', isOptional: true, isFolded: true },
    },
  },
  'lead.delete': {
    group: 'leads',
    start: ['delete', { match: email }],
    summary: matchSummary,
    fields: { match },
  },
  'http.request': {
    group: 'outside',
    start: ['call', { method: 'POST', url: '', body: {} }],
    summary: ({ text }) => {
      if (text('url') === '') return '';
      const request = `${text('method') || 'GET'} ${text('url').replace(/^https?:\/\//, '')}`;
      return text('connection') === '' ? request : summaryTexts.via(request, text('connection'));
    },
    fields: {
      method: { kind: 'method' },
      url: { kind: 'line', texts: ({ connection }) => (connection ? 'connectedUrl' : 'url') },
      connection: { kind: 'connection', isOptional: true },
      body: { kind: 'tree', isOptional: true },
      headers: { kind: 'map', words: 'header', isOptional: true, isFolded: true },
      query: { kind: 'map', words: 'parameter', isOptional: true, isFolded: true },
      timeout_ms: { kind: 'number', isOptional: true, isFolded: true },
      accept: { kind: 'statuses', isOptional: true, isFolded: true },
      retry,
    },
  },
  'mail.send': {
    group: 'outside',
    start: ['mail', { to: '{{ __data.email }}', subject: '', text: '' }],
    summary: ({ text }) =>
      `${text('subject')}${text('to')}` === '' ? '' : summaryTexts.email(text('subject'), text('to')),
    fields: {
      to: { kind: 'line' },
      subject: { kind: 'line' },
      text: { kind: 'text', texts: 'markdown' },
      cc: { kind: 'line', isOptional: true, isFolded: true },
      reply_to: { kind: 'line', isOptional: true, isFolded: true },
      retry,
    },
  },
  notify: {
    group: 'outside',
    start: ['email', { user: '', subject: '', text: '' }],
    summary: ({ text }) =>
      `${text('subject')}${text('user')}` === '' ? '' : summaryTexts.email(text('subject'), text('user')),
    fields: { user: { kind: 'line' }, subject: { kind: 'line' }, text: { kind: 'text' } },
  },
  'workflow.start': {
    group: 'outside',
    start: ['start', { workflow: '', data: {} }],
    summary: ({ text }) => text('workflow'),
    fields: { workflow: { kind: 'workflow' }, data: { kind: 'tree' } },
  },
  approve: {
    group: 'flow',
    start: ['approve', { title: '', by: '' }],
    summary: ({ text }) => text('title'),
    fields: {
      title: { kind: 'line' },
      by: { kind: 'deciders' },
      text: { kind: 'text', texts: 'question', isOptional: true },
      timeout: { kind: 'line', texts: 'approveTimeout', isOptional: true, isFolded: true },
      on_timeout: { kind: 'choice', choices: stepTexts.onTimeouts, isFolded: true },
    },
  },
  'workflow.call': {
    group: 'outside',
    start: ['call_workflow', { workflow: '', data: {} }],
    summary: ({ text }) => text('workflow'),
    fields: {
      workflow: { kind: 'workflow' },
      data: { kind: 'tree' },
      timeout: { kind: 'line', isOptional: true, isFolded: true },
    },
  },
  respond: {
    group: 'outside',
    start: ['respond', { status: 200, body: { ok: true } }],
    summary: ({ text }) => summaryTexts.respond(text('status') || '200', text('redirect') || text('body')),
    fields: {
      status: { kind: 'number', isOptional: true },
      body: { kind: 'tree', isOptional: true },
      headers: { kind: 'map', words: 'header', isOptional: true, isFolded: true },
      redirect: { kind: 'line', isOptional: true, isFolded: true },
    },
  },
  branch: {
    group: 'flow',
    start: ['check', { if: '' }],
    summary: ({ text, isTemplate }) =>
      text('if') === ''
        ? ''
        : isTemplate('if')
          ? summaryTexts.condition(text('if'))
          : summaryTexts.noCondition(text('if')),
    isPhrase: true,
    fields: { if: { kind: 'condition' } },
  },
  for_each: {
    group: 'flow',
    start: ['each', { items: '', as: 'item', steps: [] }],
    summary: ({ text }) =>
      text('items') === '' ? '' : summaryTexts.items(text('as') || 'item', text('items')),
    isPhrase: true,
    fields: { items: { kind: 'tree' }, as: { kind: 'word', isOptional: true } },
  },
  set: {
    group: 'flow',
    start: ['set', { values: {} }],
    summary: namesSummary('values'),
    fields: { values: { kind: 'map', words: 'variable' } },
  },
  wait: {
    group: 'flow',
    start: ['wait', { for: '1 hour' }],
    summary: ({ text }) => {
      if (text('for') !== '') return summaryTexts.waitFor(text('for'));
      return text('until') === '' ? '' : summaryTexts.waitUntil(text('until'));
    },
    isPhrase: true,
    fields: WaitFields,
  },
  stop: {
    group: 'flow',
    start: ['stop', { as: 'succeeded' }],
    summary: ({ text }) =>
      [outcomes[text('as')] ?? text('as'), text('message')].filter((part) => part !== '').join(': '),
    fields: {
      as: { kind: 'choice', texts: 'stopAs', choices: outcomes },
      message: { kind: 'line', isOptional: true },
    },
  },
  return: {
    group: 'flow',
    start: ['result', { value: {} }],
    summary: ({ text }) => text('value'),
    fields: { value: { kind: 'tree', isOptional: true } },
  },
} satisfies {
  [Type in StepType]: StepTypeForm & {
    fields: { [Key in StepSettings[Type]]: FieldForm } | ComponentType<FieldsProps>;
  };
};

/** Accepts any string as a key, because a stored step can have an unknown type. */
export const stepForms: Readonly<Record<string, StepTypeForm>> = forms;
