import type { Approval } from '../../components/approvals/approval-chip.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';

/** Returns who can decide an approval, in words. Administrators always can. */
export const decidersOf = ({ by }: Pick<Approval, 'by'>): string =>
  texts.orAdministrators(
    'role' in by ? texts.role(by.role.name) : by.users.map(({ name }) => name).join(', '),
  );
