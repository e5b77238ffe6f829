import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type AuditEntry, listAudit } from '../core/audit/index.ts';
import { example } from './shared/example.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace, workspaceOption } from './shared/workspace-option.ts';

interface AuditOptions {
  workspace?: string;
  limit: string;
  before?: string;
  json?: boolean;
}

export const auditCommand = () =>
  new Command('audit')
    .addOption(workspaceOption())
    .option('--limit <count>', 'maximum number of entries (up to 1000)', '50')
    .option('--before <id>', 'show entries older than this one, for paging')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark audit --workspace https://acme.example.com --limit 100'))
    .action(async ({ workspace: baseUrl, limit, before, json = false }: AuditOptions) => {
      const page = {
        limit: readWholeNumber('--limit', limit, 1000),
        before: before === undefined ? undefined : readWholeNumber('--before', before),
      };
      const entries = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return listAudit(context, id, page);
      });
      console.log(json ? JSON.stringify({ entries }, null, 2) : entries.map(describeEntry).join('\n'));
    });

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
