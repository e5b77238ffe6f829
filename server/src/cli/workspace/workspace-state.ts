import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import {
  moveWorkspace,
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
    .description(
      'Refuse every request to a workspace with 503 from now on, and let its runs stand still. Nothing is deleted.',
    )
    .argument('<base_url>', 'the workspace, by its base URL')
    .addHelpText('after', example('hark workspace suspend https://acme.example.com'))
    .action(async (baseUrl: string) => {
      const [name, isNew] = await withContext(readConfig(), async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        const actor = operator('command', 'workspace suspend');
        return [workspace.name, await suspendWorkspace(context, actor, workspace.id)] as const;
      });
      console.log(isNew ? `${name} is suspended.` : `${name} was suspended already.`);
    });

export const resumeCommand = () =>
  new Command('resume')
    .description('Let a suspended workspace answer again; its runs go on where they stood.')
    .argument('<base_url>', 'the workspace, by its base URL')
    .addHelpText('after', example('hark workspace resume https://acme.example.com'))
    .action(async (baseUrl: string) => {
      const [name, isNew] = await withContext(readConfig(), async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        const actor = operator('command', 'workspace resume');
        return [workspace.name, await resumeWorkspace(context, actor, workspace.id)] as const;
      });
      console.log(isNew ? `${name} is resumed.` : `${name} was not suspended.`);
    });

export const addressCommand = () =>
  new Command('address')
    .description('Give a workspace another address. The old one answers 404 from now on.')
    .argument('<base_url>', 'the workspace, by its present base URL')
    .argument('<new_base_url>', 'scheme, host and port, no path')
    .addHelpText('after', example('hark workspace address https://acme.example.com https://crm.acme.com'))
    .action(async (baseUrl: string, wanted: string) => {
      const to = requireBaseUrl(wanted);
      const moved = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return moveWorkspace(context, operator('command', 'workspace address'), id, to);
      });
      console.log(
        `${moved.name} answers at ${moved.baseUrl}. People sign in again there; keys and tokens work on.`,
      );
      console.log(
        'Tell it to whoever calls: the API, the listeners and apps all begin with the new address.',
      );
    });
