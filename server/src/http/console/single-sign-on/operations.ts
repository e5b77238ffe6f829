import { z } from 'zod';
import { listRoles } from '../../../core/roles/index.ts';
import {
  examineProvider,
  ProviderProblem,
  readProvider,
  removeProvider,
  requireSso,
  saveProvider,
  ssoLogoutUri,
  ssoRedirectUri,
  stopRequiringSso,
} from '../../../core/single-sign-on/index.ts';
import { credential } from '../../../lib/credential.ts';
import type { RoleId, UserId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { type Operation, operation } from '../operation.ts';
import { WrongInput } from '../read-input.ts';

const id = z.number().int().positive();
const text = z.string().trim().max(500);

const settings = z.strictObject({
  name: text,
  issuer: z.string().trim().max(2_048),
  client_id: text,
  allowed_domains: z.array(z.string().trim().min(1).max(253)).max(100),
  trusts_email: z.boolean(),
  role_claim: text.nullable(),
  /** The first mapping that matches decides. */
  role_map: z.array(z.strictObject({ value: text, role_id: id })).max(100),
  /** Null if people without a mapped role are refused. */
  default_role_id: id.nullable(),
});

/** Shows each issue next to its field. */
function locate(error: unknown): never {
  if (!(error instanceof ProviderProblem)) throw error;
  throw new WrongInput(error.issues.map(({ key, message }) => ({ path: key, message })));
}

const showProvider = operation({
  method: 'GET',
  path: '/single-sign-on',
  act: 'settings.manage',
  answer: z.object({
    provider: settings.extend({ is_required: z.boolean(), break_glass_user_id: id.nullable() }).nullable(),
    /** The URLs to register at the provider. */
    redirect_uri: z.string(),
    logout_uri: z.string(),
    roles: z.array(z.object({ id, name: z.string() })),
    /** Active administrators who have a password. */
    break_glass_users: z.array(z.object({ id, name: z.string(), email: z.string() })),
    /** How many users have signed in with the provider. */
    linked_users: z.number(),
  }),
  handle: async ({ context, principal: { workspace } }) => {
    const { provider, candidates, linkedUsers } = await readProvider(context, workspace.id);
    const roles = await listRoles(context, workspace.id);
    return {
      provider: provider
        ? {
            name: provider.name,
            issuer: provider.issuer,
            client_id: provider.clientId,
            allowed_domains: [...provider.allowedDomains],
            trusts_email: provider.trustsEmail,
            role_claim: provider.roleClaim,
            role_map: provider.roleMap.map(({ value, role }) => ({ value, role_id: role })),
            default_role_id: provider.defaultRole,
            is_required: provider.isRequired,
            break_glass_user_id: provider.breakGlassUser,
          }
        : null,
      redirect_uri: ssoRedirectUri(workspace.baseUrl),
      logout_uri: ssoLogoutUri(workspace.baseUrl),
      roles: roles.map(({ id, name }) => ({ id, name })),
      break_glass_users: candidates,
      linked_users: linkedUsers,
    };
  },
});

const replaceProvider = ({ egressAllow: allow }: ConsoleData) =>
  operation({
    method: 'PUT',
    path: '/single-sign-on',
    act: 'settings.manage',
    isSensitive: true,
    /** Without a secret, the present one stays. */
    body: settings.extend({ client_secret: credential(z.string().min(1).max(10_000)).optional() }),
    handle: async (caller, { body }) => {
      const wanted = {
        name: body.name,
        issuer: body.issuer,
        clientId: body.client_id,
        clientSecret: body.client_secret,
        allowedDomains: body.allowed_domains,
        trustsEmail: body.trusts_email,
        roleClaim: body.role_claim === '' ? null : body.role_claim,
        roleMap: body.role_map.map(({ value, role_id }) => ({ value, role: role_id as RoleId })),
        defaultRole: body.default_role_id as RoleId | null,
      };
      await changeInWorkspace(caller, (change) => saveProvider(change, { allow }, wanted)).catch(locate);
    },
  });

const deleteProvider = operation({
  method: 'DELETE',
  path: '/single-sign-on',
  act: 'settings.manage',
  isSensitive: true,
  handle: (caller) => changeInWorkspace(caller, removeProvider),
});

const testProvider = ({ egress, egressAllow: allow }: ConsoleData) =>
  operation({
    method: 'POST',
    path: '/single-sign-on/test',
    act: 'settings.manage',
    body: z.strictObject({ issuer: z.string().trim().max(2_048) }),
    answer: z.object({
      findings: z.array(
        z.object({
          check: z.enum(['metadata', 'sign_in', 'signatures', 'claims', 'logout']),
          ok: z.boolean(),
          says: z.string(),
        }),
      ),
    }),
    handle: async (_caller, { body }) => ({ findings: await examineProvider(egress, body.issuer, allow) }),
  });

const setRequired = operation({
  method: 'PUT',
  path: '/single-sign-on/required',
  act: 'settings.manage',
  isSensitive: true,
  /** Null stops requiring single sign-on. */
  body: z.strictObject({ break_glass_user_id: id.nullable() }),
  answer: z.object({ ended_sessions: z.number() }),
  handle: async (caller, { body: { break_glass_user_id: user } }) => {
    const ended = await changeInWorkspace(caller, async (change) => {
      if (user !== null) return requireSso(change, caller.session, user as UserId);
      await stopRequiringSso(change);
      return 0;
    });
    return { ended_sessions: ended };
  },
});

/** Single sign-on. No response contains the client secret. */
export const singleSignOnOperations = (data: ConsoleData): Operation[] => [
  showProvider,
  replaceProvider(data),
  deleteProvider,
  testProvider(data),
  setRequired,
];
