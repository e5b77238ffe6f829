import { tokensTexts } from '../../texts/listeners/tokens.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import type { Request } from './use-requests.ts';

const { failures, reasons, help, signatureHelp } = requestsTexts;
const { reasons: tokenHelp } = tokensTexts.debugger;
type Rejected = Extract<Request, { kind: 'refused' }>;

/** What went wrong, in a few words and in a sentence. Requests of an earlier version have only a general reason. */
export function failureOf({ reason, failed_check, failed_detail }: Rejected): {
  title: string;
  text: string;
} {
  const title = failures[`${failed_check}.${failed_detail}`] ?? (failed_check && failures[failed_check]);
  return {
    title: title ?? reasons[reason] ?? reason,
    text: (title && failed_detail && tokenHelp[failed_detail]) || help[reason] || signatureHelp[reason] || '',
  };
}
