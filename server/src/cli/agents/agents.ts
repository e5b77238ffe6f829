import { Command } from 'commander';
import { askOwnAddress } from '../../app/ask-own-address.ts';
import { readConfig, userPath } from '../../config.ts';
import { examineConnection } from '../../core/agents/index.ts';
import { invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { printFindings } from '../shared/print-findings.ts';
import { readInput } from '../shared/read-input.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace, workspaceOption } from '../shared/workspace-option.ts';
import { listCommand } from './agents-list.ts';

export const agentsCommand = () =>
  new Command('agents').addCommand(listCommand()).addCommand(doctorCommand());

interface DoctorOptions {
  workspace?: string;
  tokenFile?: string;
  json?: boolean;
}

const doctorCommand = () =>
  new Command('doctor')
    .description(
      'Check step by step whether AI agents can reach the tools of a workspace, and suggest fixes.',
    )
    .addOption(workspaceOption())
    .option(
      '--token-file <path>',
      'also list the tools, using the token in this file (- for standard input)',
      userPath,
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('hark agents doctor --workspace https://acme.example.com --token-file token.txt'),
    )
    .action(async ({ workspace, tokenFile, json = false }: DoctorOptions) => {
      const token = tokenFile === undefined ? undefined : await readToken(tokenFile);
      const { baseUrl } = await withContext(readConfig(), (context) => requireWorkspace(context, workspace));
      await printFindings(examineConnection(askOwnAddress(baseUrl), baseUrl, token), json);
    });

async function readToken(path: string): Promise<string> {
  let token: string;
  try {
    token = (await readInput(path)).trim();
  } catch {
    throw invalid('bad_option', `--token-file: can't read ${path}.`);
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw invalid('bad_option', '--token-file: the file must contain exactly one token and nothing else.');
}
