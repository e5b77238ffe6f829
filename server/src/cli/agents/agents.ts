import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { askOwnAddress } from '../../app/ask-own-address.ts';
import { readConfig, userPath } from '../../config.ts';
import { examineConnection } from '../../core/agents/index.ts';
import { invalid } from '../../lib/errors.ts';
import { printFindings } from '../shared/print-findings.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

export const agentsCommand = () =>
  new Command('agents').description('Look after the connection of AI agents.').addCommand(doctorCommand());

interface DoctorOptions {
  workspace: string;
  tokenFile?: string;
  json?: boolean;
}

const doctorCommand = () =>
  new Command('doctor')
    .description("Walk an agent's way to the tools of a workspace, step by step, and say what to do.")
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .option(
      '--token-file <path>',
      'also list the tools with the token in this file; - reads standard input',
      userPath,
    )
    .option('--json', 'print one JSON document')
    .action(async ({ workspace, tokenFile, json = false }: DoctorOptions) => {
      const token = tokenFile === undefined ? undefined : readToken(tokenFile);
      const { baseUrl } = await withContext(readConfig(), (context) => requireWorkspace(context, workspace));
      await printFindings(examineConnection(askOwnAddress(baseUrl), baseUrl, token), json);
    });

function readToken(path: string): string {
  let token: string;
  try {
    token = readFileSync(path === '-' ? 0 : path, 'utf8').trim();
  } catch {
    throw invalid('bad_option', `--token-file: ${path} cannot be read.`);
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw invalid('bad_option', '--token-file: there must be one token in it, and nothing else.');
}
