import type { StepType } from '../../core/workflows/index.ts';
import { branch } from './handlers/branch.ts';
import { forEach } from './handlers/for-each.ts';
import { httpRequest } from './handlers/http-request.ts';
import { leadCreate, leadDelete, leadFind, leadUpdate, leadUpsert } from './handlers/leads.ts';
import { notify } from './handlers/notify.ts';
import { respond } from './handlers/respond.ts';
import { stop } from './handlers/stop.ts';
import { wait } from './handlers/wait.ts';
import { workflowStart } from './handlers/workflow-start.ts';
import type { StepHandler } from './step-handler.ts';

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
