import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { endSessionsOfUser, type ListedSession, listSessionsOfUser } from '../../core/sessions/index.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

interface SessionOptions {
  workspace?: string;
  email: string;
  json?: boolean;
}

export const listsSessions = (command: Command) =>
  command
    .addHelpText(
      'after',
      example('hark user sessions --workspace https://acme.example.com --email ann@acme.test'),
    )
    .action(async ({ workspace: baseUrl, email, json = false }: SessionOptions) => {
      const sessions = await withContext(readConfig(), async (context) => {
        const { id: workspace } = await requireWorkspace(context, baseUrl);
        return listSessionsOfUser(context, { workspace, email, actor: operator('command', 'user sessions') });
      });
      if (json) console.log(JSON.stringify({ sessions }, null, 2));
      else console.log(sessions.map(describeSession).join('\n') || `${email} has no active sessions.`);
    });

export const endsSessions = (command: Command) =>
  command
    .addHelpText(
      'after',
      example('hark user end-sessions --workspace https://acme.example.com --email ann@acme.test'),
    )
    .action(async ({ workspace: baseUrl, email, json = false }: SessionOptions) => {
      const ended = await withContext(readConfig(), async (context) => {
        const { id: workspace } = await requireWorkspace(context, baseUrl);
        const actor = operator('command', 'user end-sessions');
        return endSessionsOfUser(context, { workspace, email, actor });
      });
      console.log(json ? JSON.stringify({ ended }) : `Signed ${email} out of ${ended} sessions.`);
    });

const describeSession = ({ id, browser, network, createdAt, lastUsedAt }: ListedSession): string =>
  `#${id}  ${browser}, ${network}\n  signed in ${createdAt.toISOString()}, last used ${lastUsedAt.toISOString()}`;
