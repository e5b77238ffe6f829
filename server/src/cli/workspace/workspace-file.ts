import { existsSync, readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { readConfig, userPath } from '../../config.ts';
import { exportWorkspace, importWorkspace } from '../../core/workspace-transfer/index.ts';
import { requireBaseUrl } from '../../core/workspaces/index.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { createProgress } from '../shared/progress.ts';
import { withOwnerDatabase } from '../shared/with-owner-database.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

interface ExportOptions {
  file: string;
  passphraseFile?: string;
  withoutSecrets?: boolean;
  runs?: boolean;
  json?: boolean;
}

export const exportCommand = () =>
  new Command('export')
    .description('Write a workspace into one file, as it is at one moment, while it is in use.')
    .argument('<base_url>', 'the workspace, by its base URL')
    .requiredOption('--file <path>', 'where to write; a file that is there is not replaced', userPath)
    .addOption(
      new Option(
        '--passphrase-file <path>',
        'take secrets, API keys and password hashes along, encrypted with the passphrase in this file',
      )
        .argParser(userPath)
        .conflicts('withoutSecrets'),
    )
    .option('--without-secrets', 'leave them out: they must be set again after an import')
    .option('--runs', 'take runs and their steps along, also those that have not ended')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      example(
        'hark workspace export https://acme.example.com --file acme.hark --passphrase-file pass.txt --runs',
      ),
    )
    .action(async (baseUrl: string, options: ExportOptions) => {
      const { file: path, runs: hasRuns = false, json = false } = options;
      const passphrase = passphraseOf(options.passphraseFile);
      if (!passphrase && !options.withoutSecrets)
        throw invalid(
          'bad_option',
          'Say what becomes of secrets: --passphrase-file PATH or --without-secrets.',
        );
      if (existsSync(path)) throw invalid('file_exists', `${path} is there already. Choose another name.`);
      const exported = await withOwnerDatabase(
        readConfig(),
        async (context) => {
          const workspace = await requireWorkspace(context, baseUrl);
          const exporting = { ...context, snapshot: context.owner, onProgress: createProgress('writing') };
          return exportWorkspace(exporting, workspace, { path, passphrase, hasRuns });
        },
        { isSnapshot: true },
      );
      if (json) return console.log(JSON.stringify({ file: path, ...exported }, null, 2));
      console.log(`Wrote ${path}: ${describeRows(exported.rows)}.`);
      if (exported.unfinishedRuns > 0)
        console.log(
          `${exported.unfinishedRuns} runs have not ended. They go on wherever this file is imported and resumed, and here too unless the workspace stays suspended.`,
        );
      return undefined;
    });

interface ImportOptions {
  address?: string;
  passphraseFile?: string;
  json?: boolean;
}

export const importCommand = () =>
  new Command('import')
    .description(
      'Make a workspace of a file that `export` wrote. It begins suspended: resume it when all is well.',
    )
    .argument('<file>', 'the file', userPath)
    .requiredOption('--address <base_url>', 'where the workspace will answer; nobody else may')
    .option('--passphrase-file <path>', 'the file with the passphrase, if the export had one', userPath)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      example(
        'hark workspace import acme.hark --address https://acme.example.com --passphrase-file pass.txt',
      ),
    )
    .action(async (path: string, { address = '', passphraseFile, json = false }: ImportOptions) => {
      const to = requireBaseUrl(address);
      if (!existsSync(path)) throw invalid('unknown_file', `There is no file ${path}.`);
      const passphrase = passphraseOf(passphraseFile);
      const imported = await withOwnerDatabase(readConfig(), (context) => {
        const actor = operator('command', 'workspace import');
        const importing = { ...context, actor, onProgress: createProgress('reading') };
        return importWorkspace(importing, { path, passphrase, ...to });
      });
      if (json) return console.log(JSON.stringify({ base_url: to.baseUrl, ...imported }, null, 2));
      console.log(`Imported ${imported.name} as #${imported.id}: ${describeRows(imported.rows)}.`);
      console.log(`It is suspended. Let it answer by: hark workspace resume ${to.baseUrl}`);
      return undefined;
    });

/** The first line of a file, so that the passphrase doesn't appear in the process list. */
function passphraseOf(path: string | undefined): Secret | undefined {
  if (path === undefined) return undefined;
  if (!existsSync(path)) throw invalid('unknown_file', `There is no file ${path}.`);
  const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/);
  if (line === '')
    throw invalid('passphrase_missing', `${path} is empty. Write the passphrase into its first line.`);
  return new Secret(line);
}

const describeRows = ({
  leads = 0,
  users = 0,
  workflows = 0,
  runs,
}: Readonly<Record<string, number>>): string =>
  [
    `${leads} leads`,
    `${users} users`,
    `${workflows} workflows`,
    ...(runs === undefined ? [] : [`${runs} runs`]),
  ].join(', ');
