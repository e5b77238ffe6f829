// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources that contain the faults use template strings

/** A mistake that a test must find. `find` occurs exactly once in the file and is replaced. */
export interface Fault {
  /** What is wrong, in plain English. */
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Forty faults from all parts of the server. */
export const FAULTS: readonly Fault[] = [
  // Listeners and their requests
  {
    name: 'a signature can be from the future',
    file: 'server/src/core/listeners/signature/check-signature.ts',
    find: 'if (Math.abs(secondsSince(head, now) ?? 0) > toleranceSeconds)',
    replace: 'if ((secondsSince(head, now) ?? 0) > toleranceSeconds)',
  },
  {
    name: 'a token is valid a moment longer than its leeway',
    file: 'server/src/lib/crypto/jws.ts',
    find: "return nowSeconds >= exp + leewaySeconds ? 'expired' : 'valid';",
    replace: "return nowSeconds > exp + leewaySeconds ? 'expired' : 'valid';",
  },
  {
    name: 'the CORS check reads only the first Origin header',
    file: 'server/src/core/listeners/checks/origin-verdict.ts',
    find: "if (second !== undefined || origin === '')",
    replace: "if (origin === '')",
  },
  {
    name: 'the body limit applies to each chunk',
    file: 'server/src/http/base/body.ts',
    find: 'if (bytes > limit) return fail(bodyTooLarge(limit));',
    replace: 'if (chunk.length > limit) return fail(bodyTooLarge(limit));',
  },
  {
    name: 'equal deliveries without a signed time count as one',
    file: 'server/src/core/listeners/signature/check-signature.ts',
    find: 'contentKey: knowsSender && id === undefined && scheme.signsTime ?',
    replace: 'contentKey: knowsSender && id === undefined ?',
  },

  // Runs and the engine
  {
    name: 'a worker can write with an old fence',
    file: 'server/src/core/runs/execution/execution-store.ts',
    find: 'r.id = given.id and r.fence = given.fence',
    replace: 'r.id = given.id',
  },
  {
    name: 'a second respond step replaces the response',
    file: 'server/src/core/runs/execution/execution-store.ts',
    find: 'and id = ${run} and answered_at is null',
    replace: 'and id = ${run}',
  },
  {
    name: 'a call is not retried after a 500',
    file: 'server/src/engine/interpreter/handlers/http-request.ts',
    find: 'mayRetry: status >= 500 ||',
    replace: 'mayRetry: status > 500 ||',
  },
  {
    name: 'the first retry of a call uses the second pause',
    file: 'server/src/engine/interpreter/calls/retry-plan.ts',
    find: 'growth ** (counted - 1)',
    replace: 'growth ** counted',
  },
  {
    name: 'a run that wakes up counts as sent',
    file: 'server/src/core/runs/dispatch/waking-store.ts',
    find: "else 'waiting' end, sent_at = null, due_at = null",
    replace: "else 'waiting' end, due_at = null",
  },
  {
    name: 'canceling a run leaves the run that it called',
    file: 'server/src/core/runs/control/cancel-run.ts',
    find: 'if (called) await cancelCalledRun(',
    replace: 'if (called && isAwaited) await cancelCalledRun(',
  },
  {
    name: 'the limit of runs in flight ignores the runs in flight',
    file: 'server/src/core/runs/dispatch/dispatch-store.ts',
    find: 's.runs_in_flight - sent.count))) picked)',
    replace: 's.runs_in_flight))) picked)',
  },

  // Isolation between workspaces
  {
    name: 'the audit log is read without its workspace',
    file: 'server/src/core/audit/audit-store.ts',
    find: 'where workspace_id = ${workspace} ${conditions}',
    replace: 'where true ${conditions}',
  },
  {
    name: 'the workspace of a connection outlives its transaction',
    file: 'server/src/db/database.ts',
    find: "set_config('hark.workspace', ${textOf(workspace)}, true)",
    replace: "set_config('hark.workspace', ${textOf(workspace)}, false)",
  },
  {
    name: 'secrets are cached without their workspace',
    file: 'server/src/core/secrets/load-secrets.ts',
    find: '`${workspace}/${version}`',
    replace: '`${version}`',
  },
  {
    name: "a workspace's free slots depend on the runs of others",
    file: 'server/src/core/runs/dispatch/dispatch-store.ts',
    find: "where r.workspace_id = s.workspace_id and r.status in ('queued', 'running')",
    replace: "where r.status in ('queued', 'running')",
  },

  // Permissions and lead fields
  {
    name: 'leads without an owner count as own leads',
    file: 'server/src/core/access/may.ts',
    find: "if (reach !== 'own' || owner === undefined)",
    replace: "if (reach !== 'own' || !owner)",
  },
  {
    name: 'an edit by email address finds leads that the caller cannot see',
    file: 'server/src/core/leads/record/edit-lead.ts',
    find: '(lead && isVisible(lead) ? [lead.id] : [])',
    replace: '(lead ? [lead.id] : [])',
  },
  {
    name: "a step can start other owners' workflows",
    file: 'server/src/core/runs/accept/start-run.ts',
    find: "owner: reaches.includes('own') ? principal.user.id : null,",
    replace: 'owner: null,',
  },
  {
    name: 'a changed lead field stays in the caches',
    file: 'server/src/core/lead-fields/save-lead-field.ts',
    find: 'await updateField(transaction, workspace, field);\n  await raiseVersion(transaction, workspace);',
    replace: 'await updateField(transaction, workspace, field);',
  },

  // OAuth
  {
    name: "an app's token is accepted by every resource",
    file: 'server/src/core/access/credential-store.ts',
    find: 'and t.expires_at > ${now} and c.scope = ${scope}',
    replace: 'and t.expires_at > ${now}',
  },
  {
    name: 'a stolen code that is used again revokes nothing',
    file: 'server/src/core/oauth/tokens/issue-tokens.ts',
    find: 'if (!isConcurrentReuse(issued.usedAt, now))',
    replace: 'if (isConcurrentReuse(issued.usedAt, now))',
  },
  {
    name: 'a code needs the right redirect URI or verifier, not both',
    file: 'server/src/core/oauth/tokens/issue-tokens.ts',
    find: 'code.redirectUri !== redirectUri || !verifierMatches(',
    replace: 'code.redirectUri !== redirectUri && !verifierMatches(',
  },
  {
    name: 'a loopback redirect URI can have any path',
    file: 'server/src/core/oauth/clients/redirect-uri.ts',
    find: 'return parts?.host === asked.host && parts.rest === asked.rest;',
    replace: 'return parts?.host === asked.host;',
  },

  // Sign-in and sessions
  {
    name: 'the code of an authenticator app works twice',
    file: 'server/src/core/second-factors/app-store.ts',
    find: 'and last_step < ${step}',
    replace: 'and last_step <= ${step}',
  },
  {
    name: 'a session without use never ends',
    file: 'server/src/core/sessions/session-store.ts',
    find: 'and s.ends_at > ${now} and s.last_used_at > ${usedSince}\n        and (',
    replace: 'and s.ends_at > ${now}\n        and (',
  },
  {
    name: 'one more failed attempt is allowed',
    file: 'server/src/core/attempts/attempt-store.ts',
    find: 'offset ${most - 1} limit 1',
    replace: 'offset ${most} limit 1',
  },

  // REST API
  {
    name: 'the cursor of a full last page leads to an empty page',
    file: 'server/src/http/api/list-query.ts',
    find: 'records.length > limit ? page.at(-1)',
    replace: 'records.length >= limit ? page.at(-1)',
  },
  {
    name: 'an Idempotency-Key is shared by all paths',
    file: 'server/src/core/idempotency/answer-once.ts',
    find: 'hashOf(String(user.id), method, path, key)',
    replace: 'hashOf(String(user.id), method, key)',
  },
  {
    name: 'a role without access to the API gets the wrong form of error',
    file: 'server/src/http/api/render-error.ts',
    find: "kind === 'unauthenticated' || code === 'access_denied';",
    replace: "kind === 'unauthenticated' && code !== 'access_denied';",
  },

  // Leads, their history and undo
  {
    name: 'an undo restores the value from before an earlier change by others',
    file: 'server/src/core/lead-files/undo/plan-revert.ts',
    find: 'const [first, last] = [run[0], list.at(-1)];',
    replace: 'const [first, last] = [run[0] && list[0], list.at(-1)];',
  },
  {
    name: 'a deleted lead can be restored at any time',
    file: 'server/src/core/leads/record/lead-store.ts',
    find: 's.workspace_id = d.workspace_id\n      and d.deleted_at >= now() - make_interval(days => s.restore_days)',
    replace: 's.workspace_id = d.workspace_id',
  },
  {
    name: 'a lead with a new owner is counted for the old one',
    file: 'server/src/core/leads/record/lead-store.ts',
    find: 'moveCount(workspace, lead.id, ownerBefore, owner)',
    replace: 'moveCount(workspace, lead.id, owner, ownerBefore)',
  },

  // Provisioning and moves
  {
    name: 'a revoked API key is replaced when the file is applied again',
    file: 'server/src/core/provisioning/apply/apply-people.ts',
    find: 'if (user.isNew || wanted !== undefined)',
    replace: 'if (user.isNew || wanted !== undefined || !(await findApiKey(change, user.id)))',
  },
  {
    name: 'a move loses changes to the table that is being copied',
    file: 'server/src/core/workspace-move/read-parts.ts',
    find: 'copiedTables.slice(0, upTo + 1)',
    replace: 'copiedTables.slice(0, upTo)',
  },

  // Webhooks
  {
    name: 'the first retry of a delivery uses the second pause',
    file: 'server/src/core/webhooks/deliver/retry-plan.ts',
    find: 'pausesMs[Math.min(failed, pausesMs.length) - 1]',
    replace: 'pausesMs[Math.min(failed, pausesMs.length - 1)]',
  },
  {
    name: 'the previous secret of a webhook never expires',
    file: 'server/src/core/webhooks/deliver/send-attempt.ts',
    find: 'previousSecretUntil !== null && previousSecretUntil > at;',
    replace: 'previousSecretUntil !== null;',
  },

  // Secrets
  {
    name: 'a secret that contains another one is masked only in part',
    file: 'server/src/core/secrets/mask.ts',
    find: '.sort((a, b) => b.length - a.length)',
    replace: '.sort((a, b) => a.length - b.length)',
  },
  {
    name: 'a secret can get one more host without its value',
    file: 'server/src/core/secrets/save-secret.ts',
    find: 'hosts.some((host) => !present.hosts.includes(host))',
    replace: 'hosts.every((host) => !present.hosts.includes(host))',
  },

  // Agents
  {
    name: 'an agent acts as its client',
    file: 'server/src/http/mcp/authenticate.ts',
    find: 'acting: { ...caller, principal: asAgent(caller.principal) }',
    replace: 'acting: caller',
  },
];
