import type { Context } from '../../../core/context/index.ts';
import type { Route } from '../../request/route-table.ts';
import { idPattern } from '../path-id.ts';
import {
  approveProposalHandler,
  approveProposalsHandler,
  listProposalsHandler,
  readProposalHandler,
  rejectProposalHandler,
  rejectProposalsHandler,
} from './proposals.ts';

const view = { permission: 'proposals.view' } as const;
const decide = { permission: 'proposals.decide' } as const;

/** The routes of proposals (spec/proposals §2, §3). */
export const proposalRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/proposals', ...view, handler: listProposalsHandler(context) },
  { method: 'GET', path: `/proposals/${idPattern}`, ...view, handler: readProposalHandler(context) },
  { method: 'POST', path: '/proposals/approve', ...decide, handler: approveProposalsHandler(context) },
  { method: 'POST', path: '/proposals/reject', ...decide, handler: rejectProposalsHandler(context) },
  {
    method: 'POST',
    path: `/proposals/${idPattern}/approve`,
    ...decide,
    handler: approveProposalHandler(context),
  },
  {
    method: 'POST',
    path: `/proposals/${idPattern}/reject`,
    ...decide,
    handler: rejectProposalHandler(context),
  },
];
