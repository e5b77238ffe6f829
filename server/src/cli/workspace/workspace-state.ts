import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import {
  changeAddress,
  requireBaseUrl,
  resumeWorkspace,
  suspendWorkspace,
} from '../../core/workspaces/index.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

export const suspendCommand = () =>
  new Command('suspend')
    .description('Suspend a workspace: reject its requests with 503 and pause its runs. Nothing is deleted.')
    .argument('<base_url>', 'base URL of the workspace')
    .addHelpText('after', example('hark workspace suspend https://acme.example.com'))
    .action(async (baseUrl: string) => {
      const [name, isNew] = await withContext(readConfig(), async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        const actor = operator('command', 'workspace suspend');
        return [workspace.name, await suspendWorkspace(context, actor, workspace.id)] as const;
      });
      console.log(isNew ? `Suspended ${name}.` : `${name} is already suspended.`);
    });

export const resumeCommand = () =>
  new Command('resume')
    .description('Resume a suspended workspace. Its runs continue where they were paused.')
    .argument('<base_url>', 'base URL of the workspace')
    .addHelpText('after', example('hark workspace resume https://acme.example.com'))
    .action(async (baseUrl: string) => {
      const [name, isNew] = await withContext(readConfig(), async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        const actor = operator('command', 'workspace resume');
        return [workspace.name, await resumeWorkspace(context, actor, workspace.id)] as const;
      });
      console.log(isNew ? `Resumed ${name}.` : `${name} isn't suspended.`);
    });

export const addressCommand = () =>
  new Command('address')
    .description('Change the base URL of a workspace. The old URL returns 404 from then on.')
    .argument('<base_url>', 'current base URL of the workspace')
    .argument('<new_base_url>', 'new base URL: scheme, host and port, without a path')
    .addHelpText('after', example('hark workspace address https://acme.example.com https://crm.acme.com'))
    .action(async (baseUrl: string, wanted: string) => {
      const to = requireBaseUrl(wanted);
      const moved = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return changeAddress(context, operator('command', 'workspace address'), id, to);
      });
      console.log(
        `${moved.name} is now at ${moved.baseUrl}. Users have to sign in again there; keys and tokens keep working.`,
      );
      console.log(
        'All URLs now start with the new base URL. Update every API client, webhook sender and OAuth app.',
      );
    });
