import type { StepHandler } from './step-handler.ts';

export const handleLeadCreate: StepHandler<'lead.create'> = {
  kind: 'action',
  run: (_step, { fields }, { leads }) => leads.create(fields),
};

export const handleLeadUpdate: StepHandler<'lead.update'> = {
  kind: 'action',
  run: (_step, { match, fields }, { leads }) => leads.update(match, fields),
};

export const handleLeadUpsert: StepHandler<'lead.upsert'> = {
  kind: 'action',
  run: (_step, { match, fields }, { leads }) => leads.upsert(match, fields),
};

export const handleLeadFind: StepHandler<'lead.find'> = {
  kind: 'action',
  run: (_step, { match }, { leads }) => leads.find(match),
};

export const handleLeadSearch: StepHandler<'lead.search'> = {
  kind: 'action',
  run: (_step, input, { leads }) => leads.search(input),
};

export const handleLeadDelete: StepHandler<'lead.delete'> = {
  kind: 'action',
  run: (_step, { match }, { leads }) => leads.delete(match),
};
