import { z } from 'zod';
import { describeIssue, placesOf } from '../../../lib/describe-issue.ts';
import { HarkError } from '../../../lib/errors.ts';
import { may, type Principal } from '../../access/index.ts';
import { makeChange } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import type { ApiCaller } from '../../idempotency/index.ts';
import { keepingAdministrator } from '../../roles/index.ts';
import { parseBaseUrl } from '../../workspaces/index.ts';
import type { WorkspaceItem } from '../file/file-schema.ts';
import { type FileProblem, ProvisioningProblem } from '../file/problem.ts';
import { checkDocument } from '../file/read-file.ts';
import { isReference, mapSecrets } from '../file/secret-places.ts';
import { type ExportedWorkspace, exportWorkspace } from '../state/export-workspace.ts';
import type { UserResult } from './apply-people.ts';
import type { ApplyOptions, WorkspaceResult } from './apply-sections.ts';
import { doneOf, type Plan, planOf } from './plan.ts';
import { applyWorkspace } from './plan-workspace.ts';
import { rehearsed, withChecks } from './with-checks.ts';

const bodySchema = z.strictObject({
  workspace: z.record(z.string(), z.unknown()),
  plan: z.boolean().default(false),
  show_secrets: z.boolean().default(false),
});

/** What an apply did, and the resulting document of the workspace. */
type ProvisionResult = { readonly workspace: WorkspaceResult } & ReturnType<typeof doneOf>;

/** @throws HarkError unless the user is an administrator (spec/provisioning §11.1) */
function requireProvisioner(principal: Principal): void {
  if (may(principal, 'workspace.provision')) return;
  throw new HarkError('forbidden', 'not_allowed', 'Only administrators can apply or export a workspace.');
}

/** Returns the caller's workspace as a file (spec/provisioning §11.1). */
export async function exportAs(context: Context, principal: Principal): Promise<ExportedWorkspace> {
  requireProvisioner(principal);
  return exportWorkspace(context, principal.workspace.id);
}

/** Applies the caller's workspace, or plans that (spec/provisioning §11.1). The audit log names the caller. */
export async function provisionAs(
  context: Context,
  caller: ApiCaller,
  body: unknown,
  options: Pick<ApplyOptions, 'egressAllow' | 'hasMail'>,
): Promise<Plan | ProvisionResult> {
  const wanted = readBody(body);
  return provision(context, caller, wanted, options).catch((error: unknown) => {
    if (!(error instanceof ProvisioningProblem)) throw error;
    // The request has one workspace instead of a list.
    const problems = error.problems.map(({ path: [, , ...path], message }) => ({
      path: ['workspace', ...path],
      message,
    }));
    throw new ProvisioningProblem(problems, { cause: error.cause });
  });
}

async function provision(
  context: Context,
  { principal, origin }: ApiCaller,
  { workspace: written, plan: isPlan, show_secrets: showSecrets }: ReturnType<typeof readBody>,
  options: Pick<ApplyOptions, 'egressAllow' | 'hasMail'>,
): Promise<Plan | ProvisionResult> {
  const { id, baseUrl, listenerHost } = principal.workspace;
  const document = { workspaces: [{ base_url: baseUrl, ...written }] };
  const read = checkDocument(document);
  const references = findReferences(document);
  // The form of the body comes before the permission, and everything that depends on records after it.
  const misformed = [...references, ...read.problems];
  if (misformed.length === 0) requireProvisioner(principal);
  else if (!may(principal, 'workspace.provision')) throw new ProvisioningProblem(misformed);
  const problems = [...references, ...findForeignHosts(written, { baseUrl, listenerHost })];
  if (problems.length > 0) throw new ProvisioningProblem([...problems, ...read.problems]);
  const actor = {
    user: principal.user,
    means: { ...principal.means, type: 'apply' },
    origin,
  } as const;
  const makeItemChange = <T>(inContext: Context, work: Parameters<typeof makeChange<T>>[3]) =>
    makeChange(inContext, id, actor, (change) => keepingAdministrator(change, () => work(change)));
  return withChecks(
    read,
    options,
    (_, check) => makeChange(rehearsed(context), id, actor, check),
    async ({ workspaces }) => {
      const [item] = workspaces as [WorkspaceItem];
      const applied = await makeItemChange(isPlan ? rehearsed(context) : context, (change) =>
        applyWorkspace(change, item, 0, { ...options, showSecrets, isNew: false }),
      );
      return isPlan ? planOf([applied]) : { workspace: withoutApiKeys(applied.result), ...doneOf([applied]) };
    },
  );
}

/** An API key belongs to its user; not even an administrator sees it (spec/rest-api §7.3). */
function withoutApiKeys({ users, ...result }: WorkspaceResult): WorkspaceResult {
  if (!users) return result;
  const hide = (user: UserResult): UserResult => {
    if (!('api_key' in user)) return user;
    const { api_key: _, ...shown } = user;
    return shown;
  };
  return { ...result, users: users.map(hide) };
}

function readBody(body: unknown) {
  // Steps are compared with stored ones, which are ordinary objects. Those of a request have no prototype.
  const result = bodySchema.safeParse(JSON.parse(JSON.stringify(body ?? {})), { error: describeIssue });
  if (result.success) return result.data;
  throw new ProvisioningProblem(placesOf(result.error));
}

/** The server never reads its own variables or files for a caller (spec/provisioning §9.1). */
function findReferences(document: unknown): FileProblem[] {
  const problems: FileProblem[] = [];
  mapSecrets(document, (value, path) => {
    if (isReference(value))
      problems.push({
        path,
        message: 'must be a value or { "keep": true }. Only the command resolves references.',
      });
    return value;
  });
  return problems;
}

/** Only the operator decides which hosts a workspace has, because other workspaces could need them. */
function findForeignHosts(
  { base_url, listener_host }: Readonly<Record<string, unknown>>,
  present: { readonly baseUrl: string; readonly listenerHost: string | null },
): FileProblem[] {
  const problems: FileProblem[] = [];
  const check = (key: string, isSame: boolean) => {
    if (!isSame)
      problems.push({ path: ['', '', key], message: 'can only be changed by the operator, on the server' });
  };
  check('base_url', base_url === undefined || parseBaseUrl(String(base_url))?.baseUrl === present.baseUrl);
  check('listener_host', listener_host === undefined || listener_host === present.listenerHost);
  return problems;
}
