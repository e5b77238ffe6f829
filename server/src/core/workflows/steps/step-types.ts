import { approve } from './approve.ts';
import { branch } from './branch.ts';
import { forEach } from './for-each.ts';
import { httpRequest } from './http-request.ts';
import { leadCreate } from './leads/lead-create.ts';
import { leadDelete } from './leads/lead-delete.ts';
import { leadFind } from './leads/lead-find.ts';
import { leadSearch } from './leads/lead-search.ts';
import { leadUpdate } from './leads/lead-update.ts';
import { leadUpsert } from './leads/lead-upsert.ts';
import { mailSend } from './mail-send.ts';
import { notify } from './notify.ts';
import { respond } from './respond.ts';
import { returnValue } from './return.ts';
import { set } from './set.ts';
import type { SettingValues, StepDefinition } from './step-definition.ts';
import { stop } from './stop.ts';
import { wait } from './wait.ts';
import { workflowCall } from './workflow-call.ts';
import { workflowStart } from './workflow-start.ts';

/** The step types (spec/runs §2.1), in the order in which messages and the reference list them. */
const definitions = [
  leadCreate,
  leadUpdate,
  leadUpsert,
  leadFind,
  leadSearch,
  leadDelete,
  set,
  branch,
  forEach,
  wait,
  respond,
  httpRequest,
  mailSend,
  notify,
  approve,
  workflowStart,
  workflowCall,
  returnValue,
  stop,
] as const;

type Definition = (typeof definitions)[number];
export type StepType = Definition['type'];
type DefinitionOf<Type extends StepType> = Extract<Definition, { readonly type: Type }>;
type DefinedSettings<Type extends StepType> = DefinitionOf<Type>['settings'];

export type SettingsOf<Type extends StepType> = SettingValues<DefinedSettings<Type>>;

export type TemplateKey<Type extends StepType> = {
  [Key in keyof DefinedSettings<Type>]: DefinedSettings<Type>[Key] extends { readonly kind: 'literal' }
    ? never
    : Key;
}[keyof DefinedSettings<Type>];

export type ChildKey<Type extends StepType> = NonNullable<DefinitionOf<Type>['children']>[number]['key'];

export const stepTypes: readonly (StepDefinition & { readonly type: StepType })[] = definitions;

const byType: ReadonlyMap<unknown, StepDefinition> = new Map(stepTypes.map((one) => [one.type, one]));

export const findDefinition = (type: unknown): StepDefinition | undefined => byType.get(type);

export const definitionOf = (type: StepType): StepDefinition => byType.get(type) as StepDefinition;

export const typesWhere = (holds: (definition: StepDefinition) => boolean): readonly string[] =>
  stepTypes.filter(holds).map(({ type }) => type);
