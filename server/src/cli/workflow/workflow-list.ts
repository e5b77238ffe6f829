import { Command } from 'commander';
import { listAllWorkflows, showSummary } from '../../core/workflows/index.ts';
import { example } from '../shared/example.ts';
import { listRecords, readRecords } from '../shared/record-list.ts';
import { workspaceOption } from '../shared/workspace-option.ts';

/** A workflow as the REST API lists it (spec/rest-api §12.1). */
type ListedWorkflow = ReturnType<typeof showSummary>;

export const listCommand = () =>
  listRecords<ListedWorkflow, { workspace?: string }>(
    new Command('list')
      .description('List workflows: id, name, owner, state and published version.')
      .addOption(workspaceOption())
      .addHelpText('after', example('hark workflow list', 'hark workflow list --json')),
    {
      noun: 'workflow',
      read: ({ workspace }, most) =>
        readRecords(workspace, 'workflows', most, async (context, { id }) => {
          const { total, workflows } = await listAllWorkflows(context, id, most);
          return { total, records: workflows.map(showSummary) };
        }),
      describe: describeWorkflow,
    },
  );

function describeWorkflow({ id, name, owner, enabled, version, has_draft }: ListedWorkflow): string {
  const published = version === 0 ? 'never published' : `version ${version}`;
  const draft = has_draft && version > 0 ? ', with a draft' : '';
  return `#${id}  ${name}  ${enabled ? 'enabled' : 'disabled'}, ${published}${draft}, owned by ${owner.name}`;
}
