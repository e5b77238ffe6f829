import type { StepHandler } from './step-handler.ts';

export const leadCreate: StepHandler<'lead.create'> = {
  kind: 'action',
  run: (_step, { fields }, { leads }) => leads.create(fields),
};

export const leadUpdate: StepHandler<'lead.update'> = {
  kind: 'action',
  run: (_step, { match, fields }, { leads }) => leads.update(match, fields),
};

export const leadUpsert: StepHandler<'lead.upsert'> = {
  kind: 'action',
  run: (_step, { match, fields }, { leads }) => leads.upsert(match, fields),
};

export const leadFind: StepHandler<'lead.find'> = {
  kind: 'action',
  run: (_step, { match }, { leads }) => leads.find(match),
};

export const leadDelete: StepHandler<'lead.delete'> = {
  kind: 'action',
  run: (_step, { match }, { leads }) => leads.delete(match),
};
