import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import { startReceiving } from '../../app/receive.ts';
import { readConfig } from '../../config.ts';
import { openOwnerDoor } from '../../core/installation/index.ts';
import { cancelMove, moveWorkspace } from '../../core/workspace-move/index.ts';
import { minimumKeyLength } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';
import { createLogger } from '../../lib/log.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { createProgress } from '../shared/progress.ts';
import { withOwnerDatabase } from '../shared/with-owner-database.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';
import { sendTo } from './send-message.ts';

const tokenOption = (description: string) =>
  new Option('--token <token>', description).env('HARK_MOVE_TOKEN');

/** A short token could be guessed from recorded messages. */
function readToken(text: string): Secret {
  if (text.length < minimumKeyLength)
    throw invalid('bad_option', `--token: The token must have at least ${minimumKeyLength} characters.`);
  return new Secret(text);
}

interface MoveOptions {
  to?: string;
  token?: string;
  cancel?: boolean;
}

export const moveCommand = () =>
  new Command('move')
    .description('Move a workspace to another installation while it is in use. Run it again to continue.')
    .argument('<base_url>', 'base URL of the workspace')
    .option('--to <url>', 'address that `hark workspace receive` shows in the other installation')
    .addOption(tokenOption('token that `hark workspace receive` shows'))
    .option('--cancel', 'call off a move that has not switched yet')
    .addHelpText(
      'after',
      example('hark workspace move https://acme.example.com --to http://10.0.0.2:7070 --token …'),
    )
    .action(async (baseUrl: string, { to, token, cancel = false }: MoveOptions) => {
      const config = readConfig();
      await withOwnerDatabase(config, async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        if (cancel) return cancelled(await cancelMove(context, workspace), workspace.name);
        if (to === undefined || token === undefined)
          throw invalid('bad_option', 'Pass --to and --token, as `hark workspace receive` shows them.');
        const snapshot = openOwnerDoor(context.installation, createLogger(config.LOG_LEVEL, 'command'), {
          isSnapshot: true,
        });
        try {
          await moveWorkspace(
            {
              ...context,
              snapshot,
              appRole: context.installation.addresses.roleNames.app,
              send: sendTo(to, readToken(token)),
              report: (what) => console.error(`${what}.`),
              onProgress: createProgress('copying'),
            },
            workspace,
          );
        } finally {
          await snapshot.close();
        }
        console.log(
          `${workspace.name} has moved. This installation forwards its requests for a day: route ${workspace.host} to the new one, then delete the workspace here with: hark workspace delete ${baseUrl}`,
        );
      });
    });

function cancelled(wasMoving: boolean, name: string): void {
  console.log(
    wasMoving
      ? `Called off. ${name} stays here. Delete its copy in the other installation with \`hark workspace delete\`.`
      : `${name} isn't moving.`,
  );
}

interface ReceiveOptions {
  listen: string;
  servesAt: readonly string[];
  token?: string;
}

export const receiveCommand = () =>
  new Command('receive')
    .description('Receive a workspace that another installation moves here. Stop it with Ctrl-C afterwards.')
    .option(
      '--listen <host:port>',
      'address to listen on, reachable only for the other installation',
      '127.0.0.1:7070',
    )
    .requiredOption(
      '--serves-at <url...>',
      'URL of each `serve` here: the other installation forwards requests that still arrive there',
    )
    .addOption(
      tokenOption(
        'secret that the other installation must know, at least 32 characters; generated if omitted',
      ),
    )
    .addHelpText(
      'after',
      example('hark workspace receive --listen 10.0.0.2:7070 --serves-at http://10.0.0.2:8080'),
    )
    .action(async ({ listen, servesAt, token: given }: ReceiveOptions) => {
      const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(listen) ?? [];
      if (host === '') throw invalid('bad_option', `--listen: ${listen} isn't a host and a port.`);
      const wrong = servesAt.find((url) => !URL.canParse(url));
      if (wrong !== undefined) throw invalid('bad_option', `--serves-at: ${wrong} isn't a URL.`);
      const token = readToken(given ?? randomBytes(24).toString('base64url'));
      const config = readConfig();
      const logger = createLogger(config.LOG_LEVEL, 'command');
      await withOwnerDatabase(config, async (context) => {
        const actor = operator('command', 'workspace receive');
        const receiving = { ...context, actor, servesAt };
        const server = await startReceiving(receiving, { host, port: Number(port), token, logger });
        console.log(`Ready. In the installation that the workspace leaves, run:`);
        const shown = given === undefined ? token.reveal() : '…';
        console.log(`  hark workspace move BASE_URL --to http://${host}:${server.port} --token ${shown}`);
        await new Promise<void>((resolve) => {
          process.once('SIGINT', resolve).once('SIGTERM', resolve);
        });
        await server.close();
      });
    });
