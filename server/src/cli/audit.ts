import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type AuditEntry, listAudit } from '../core/audit/index.ts';
import { findWorkspaceByExactHost, parseBaseUrl } from '../core/workspaces/index.ts';
import { invalid } from '../lib/errors.ts';
import { withContext } from './with-context.ts';

interface AuditOptions {
  workspace: string;
  limit: string;
  before?: string;
  json?: boolean;
}

/** `hark audit`: who changed what, newest first. */
export const auditCommand = () =>
  new Command('audit')
    .description('Show who changed which user, role or setting, by what means, when and from where.')
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .option('--limit <count>', 'how many entries, at most 1000', '50')
    .option('--before <id>', 'only entries older than this one: the next page')
    .option('--json', 'print one JSON document')
    .action(async ({ workspace: baseUrl, limit, before, json = false }: AuditOptions) => {
      const page = {
        limit: wholeNumber('--limit', limit, 1000),
        before: before === undefined ? null : wholeNumber('--before', before),
      };
      const entries = await withContext(readConfig(), async (context) => {
        const host = parseBaseUrl(baseUrl)?.host;
        const workspace = host === undefined ? undefined : await findWorkspaceByExactHost(context, host);
        if (!workspace) throw invalid('unknown_workspace', `There is no workspace at ${baseUrl}.`);
        return listAudit(context, workspace.id, page);
      });
      console.log(json ? JSON.stringify({ entries }, null, 2) : entries.map(describeEntry).join('\n'));
    });

function wholeNumber(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw invalid(
    'bad_option',
    `${option} must be a whole number${most < Number.MAX_SAFE_INTEGER ? ` from 1 to ${most}` : ''}.`,
  );
}

function describeEntry({ id, at, user, means, origin, action, subject, ...values }: AuditEntry): string {
  const who = user?.name ?? 'the operator';
  const by = means.name ? `${means.type} ${means.name}` : means.type;
  const changes = Object.keys(values.new).map((key) =>
    action === 'changed'
      ? `  ${key}: ${JSON.stringify(values.old[key])} → ${JSON.stringify(values.new[key])}`
      : `  ${key}: ${JSON.stringify(values.new[key])}`,
  );
  return [
    `#${id} ${at.toISOString()} ${who} (${by}, ${origin ?? 'unknown'}) ${action} ${subject.type} ${subject.name}`,
    ...changes,
  ].join('\n');
}
