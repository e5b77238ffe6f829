import type { StepType } from '../../../core/workflows/index.ts';
import { handleApprove } from './approve.ts';
import { handleBranch } from './branch.ts';
import { handleForEach } from './for-each.ts';
import { handleHttpRequest } from './http-request.ts';
import { handleMailSend } from './mail-send.ts';
import { handleNotify } from './notify.ts';
import { handleRespond } from './respond.ts';
import { handleReturn } from './return.ts';
import type { StepHandler } from './step-handler.ts';
import { handleStop } from './stop.ts';
import { handleWait } from './wait.ts';
import { handleWorkflowCall } from './workflow-call.ts';
import { handleWorkflowStart } from './workflow-start.ts';

/** The type of this object makes compilation fail if a step type has no handler. */
const handlers: { readonly [Type in StepType]: StepHandler<Type> } = {
  'lead.create': { kind: 'action', run: (_step, { fields }, { leads }) => leads.create(fields) },
  'lead.update': {
    kind: 'action',
    run: (_step, { match, fields }, { leads }) => leads.update(match, fields),
  },
  'lead.upsert': {
    kind: 'action',
    run: (_step, { match, fields }, { leads }) => leads.upsert(match, fields),
  },
  'lead.find': { kind: 'action', run: (_step, { match }, { leads }) => leads.find(match) },
  'lead.search': { kind: 'action', run: (_step, input, { leads }) => leads.search(input) },
  'lead.delete': { kind: 'action', run: (_step, { match }, { leads }) => leads.delete(match) },
  set: { kind: 'action', run: (_step, { values }) => values },
  branch: handleBranch,
  for_each: handleForEach,
  wait: handleWait,
  respond: handleRespond,
  'http.request': handleHttpRequest,
  'mail.send': handleMailSend,
  notify: handleNotify,
  approve: handleApprove,
  'workflow.start': handleWorkflowStart,
  'workflow.call': handleWorkflowCall,
  return: handleReturn,
  stop: handleStop,
};

export const handlerOf = (type: StepType): StepHandler => handlers[type];
