import { z } from 'zod';
import { acts, reachOf } from '../../../core/access/index.ts';
import { listApprovals } from '../../../core/approvals/index.ts';
import { countProblems } from '../../../core/overview/index.ts';
import { listProposals } from '../../../core/proposals/index.ts';
import { listAdministratorNames } from '../../../core/users/index.ts';
import { notCredential } from '../../../lib/credential.ts';
import { type Operation, operation } from '../operation.ts';

const maxAdministrators = 3;
const actNames = Object.keys(acts) as (keyof typeof acts)[];

export const sessionOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/session',
    act: 'profile.view',
    answer: z.object({
      user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
      role: z.object({ id: z.number(), name: z.string(), is_admin: z.boolean() }),
      workspace: z.object({ name: z.string(), base_url: z.string() }),
      form_token: notCredential(z.string(), 'it is useless without the session cookie'),
      acts: z.record(z.enum(actNames), z.enum(['none', 'own', 'all'])),
      /** Every user can have a key, but the key works only with this permission. */
      may_use_rest_api: z.boolean(),
      /** Whether the user signed in with single sign-on, so that they may have no password. */
      is_sso: z.boolean(),
    }),
    handle: ({ principal, session, formToken }) => ({
      user: principal.user,
      role: { id: principal.role.id, name: principal.role.name, is_admin: principal.role.isAdmin },
      workspace: { name: principal.workspace.name, base_url: principal.workspace.baseUrl },
      form_token: formToken,
      acts: Object.fromEntries(actNames.map((act) => [act, reachOf(principal, act)])) as Record<
        (typeof actNames)[number],
        ReturnType<typeof reachOf>
      >,
      is_sso: session.isSso,
      may_use_rest_api: principal.role.isAdmin || principal.role.permissions['api.access_rest'] === true,
    }),
  }),
  operation({
    method: 'GET',
    path: '/session/administrators',
    act: 'profile.view',
    /** The administrators that the user can ask for missing permissions. */
    answer: z.object({ names: z.array(z.string()) }),
    handle: async ({ context, principal: { workspace } }) => ({
      names: await listAdministratorNames(context, workspace.id, maxAdministrators),
    }),
  }),
  operation({
    method: 'GET',
    path: '/session/attention',
    act: 'profile.view',
    /** The counts on the navigation: what needs attention on Home. Null if the user can't see the page. */
    answer: z.object({
      failed_runs: z.number().nullable(),
      rejected_requests: z.number().nullable(),
      /** Pending approvals that the user can decide. */
      approvals: z.number(),
      /** Pending proposals that the user can decide. */
      proposals: z.number(),
    }),
    handle: async ({ context, principal }) => {
      const { failedRuns, rejectedRequests } = await countProblems(context, principal);
      const undecided = { status: 'pending', isDecidable: true, start: 0, limit: 0 } as const;
      const [approvals, proposals] = await Promise.all([
        listApprovals(context, principal, undecided),
        listProposals(context, principal, undecided),
      ]);
      return {
        failed_runs: failedRuns,
        rejected_requests: rejectedRequests,
        approvals: approvals.total,
        proposals: proposals.total,
      };
    },
  }),
];
