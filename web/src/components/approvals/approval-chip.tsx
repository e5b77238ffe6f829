import type { ApiResponse } from '../../api/call.ts';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { StateChip } from '../chips/state-chip.tsx';

export type Approval = ApiResponse<'GET /approvals'>['approvals'][number];

const tones = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
  timed_out: 'off',
  cancelled: 'off',
} as const;

export const ApprovalChip = ({ status }: Pick<Approval, 'status'>) => (
  <StateChip tone={tones[status]}>{texts.statuses[status]}</StateChip>
);
