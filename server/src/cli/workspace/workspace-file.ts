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
    .description(
      'Export a workspace to a file. The export is a consistent snapshot, and the workspace can stay in use.',
    )
    .argument('<base_url>', 'base URL of the workspace')
    .requiredOption('--file <path>', 'file to write; must not exist yet', userPath)
    .addOption(
      new Option(
        '--passphrase-file <path>',
        'include secrets, API keys and password hashes, encrypted with the passphrase in this file',
      )
        .argParser(userPath)
        .conflicts('withoutSecrets'),
    )
    .option(
      '--without-secrets',
      'leave secrets, API keys and password hashes out; set them again after the import',
    )
    .option('--runs', 'include runs and their steps, even unfinished ones')
    .option('--json', 'print JSON')
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
          'Specify how to handle secrets: --passphrase-file PATH or --without-secrets.',
        );
      if (existsSync(path)) throw invalid('file_exists', `${path} already exists. Choose another name.`);
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
          `The export contains ${exported.unfinishedRuns} unfinished runs. They resume wherever the file is imported, and continue here too unless this workspace stays suspended.`,
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
    .description('Create a workspace from an exported file. It starts suspended; check it, then resume it.')
    .argument('<file>', 'exported file', userPath)
    .requiredOption('--address <base_url>', 'base URL of the new workspace; must not be in use')
    .option('--passphrase-file <path>', 'file with the passphrase, if the export used one', userPath)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example(
        'hark workspace import acme.hark --address https://acme.example.com --passphrase-file pass.txt',
      ),
    )
    .action(async (path: string, { address = '', passphraseFile, json = false }: ImportOptions) => {
      const to = requireBaseUrl(address);
      if (!existsSync(path)) throw invalid('unknown_file', `File ${path} doesn't exist.`);
      const passphrase = passphraseOf(passphraseFile);
      const imported = await withOwnerDatabase(readConfig(), (context) => {
        const actor = operator('command', 'workspace import');
        const importing = { ...context, actor, onProgress: createProgress('reading') };
        return importWorkspace(importing, { path, passphrase, ...to });
      });
      if (json) return console.log(JSON.stringify({ base_url: to.baseUrl, ...imported }, null, 2));
      console.log(`Imported ${imported.name} as #${imported.id}: ${describeRows(imported.rows)}.`);
      console.log(`It is suspended. To enable it, run: hark workspace resume ${to.baseUrl}`);
      return undefined;
    });

/** Reads the passphrase from the first line of a file, so it doesn't appear in the process list. */
function passphraseOf(path: string | undefined): Secret | undefined {
  if (path === undefined) return undefined;
  if (!existsSync(path)) throw invalid('unknown_file', `File ${path} doesn't exist.`);
  const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/);
  if (line === '')
    throw invalid('passphrase_missing', `${path} is empty. Put the passphrase on its first line.`);
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
