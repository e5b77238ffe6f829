export { viewCeilingUse } from './ceiling-use.ts';
export { listAllRefused, listRequests } from './list-requests.ts';
export type { AcceptedRow, RefusedRow } from './request-store.ts';
export { summarizeRequests } from './summarize-requests.ts';
export { viewAccepted, viewRefused } from './view-request.ts';
