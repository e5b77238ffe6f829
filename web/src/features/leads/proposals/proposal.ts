import type { ApiResponse } from '../../../api/call.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { proposalsTexts as texts } from '../../../texts/leads/proposals.ts';
import { leadName } from '../field.ts';

export type Proposal = ApiResponse<'GET /proposals'>['proposals'][number];

export const keyOf = ({ id }: Proposal) => String(id);
export const nameOf = (proposal: Proposal) =>
  escapeBidi(texts.nameOf(texts.actions[proposal.action], leadOf(proposal)));

/** Returns the name of the lead. A lead that doesn't exist yet has the proposed name. */
export function leadOf({ lead_id, lead_name, changes }: Proposal): string {
  if (lead_name !== null) return lead_name;
  if (lead_id !== null) return leadsTexts.unnamed(lead_id);
  const values = Object.fromEntries(changes.map(({ field, new: value }) => [field, value]));
  return leadName({ id: 0, ...values });
}
