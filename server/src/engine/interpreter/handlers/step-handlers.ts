import type { StepType } from '../../../core/workflows/index.ts';
import { branch } from './branch.ts';
import { forEach } from './for-each.ts';
import { httpRequest } from './http-request.ts';
import { leadCreate, leadDelete, leadFind, leadUpdate, leadUpsert } from './leads.ts';
import { notify } from './notify.ts';
import { respond } from './respond.ts';
import type { StepHandler } from './step-handler.ts';
import { stop } from './stop.ts';
import { wait } from './wait.ts';
import { workflowStart } from './workflow-start.ts';

/** The handler of every type of step: a type without one does not compile. */
const handlers: { readonly [Type in StepType]: StepHandler<Type> } = {
  'lead.create': leadCreate,
  'lead.update': leadUpdate,
  'lead.upsert': leadUpsert,
  'lead.find': leadFind,
  'lead.delete': leadDelete,
  set: { kind: 'action', run: (_step, { values }) => values },
  branch,
  for_each: forEach,
  wait,
  respond,
  'http.request': httpRequest,
  notify,
  'workflow.start': workflowStart,
  stop,
};

export const handlerOf = (type: StepType): StepHandler => handlers[type];
