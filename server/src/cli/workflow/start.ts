import { Command, Option } from 'commander';
import { readConfig, userPath } from '../../config.ts';
import { startByOperator } from '../../core/triggers/index.ts';
import { requireWorkflow } from '../../core/workflows/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import { isRecord, parseJson } from '../../lib/json.ts';
import { findRemoteWorkflow } from '../runs/remote-runs.ts';
import { example } from '../shared/example.ts';
import { readNamedFile } from '../shared/read-input.ts';
import { findRemote, type Remote } from '../shared/remote.ts';
import { inWorkspace, workspaceOption } from '../shared/workspace-option.ts';

interface StartOptions {
  readonly workspace?: string;
  readonly data?: string;
  readonly dataFile?: string;
  readonly json?: boolean;
}

export const startCommand = () =>
  new Command('start')
    .description("Start a run of a workflow. The run acts as the workflow's owner.")
    .argument('<name>', 'name of the workflow')
    .addOption(workspaceOption())
    .option('--data <json>', 'what the run reads as __data, a JSON object (default: {})')
    .addOption(
      new Option('--data-file <file>', 'file with the data (- for standard input)')
        .argParser(userPath)
        .conflicts('data'),
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example(
        `hark workflow start "Weekly report" --workspace https://acme.example.com --data '{"reason":"Audit"}'`,
      ),
    )
    .action(async (name: string, { workspace: baseUrl, json = false, ...options }: StartOptions) => {
      const data = await readData(options);
      const config = readConfig();
      const remote = findRemote(config, baseUrl);
      const run = await (remote
        ? startRemotely(remote, name, data)
        : inWorkspace(config, baseUrl, async (context, { id }) =>
            startByOperator(context, id, await requireWorkflow(context, id, name), data),
          ));
      console.log(json ? JSON.stringify({ run_id: run }) : `Started "${name}" as run ${run}.`);
    });

async function startRemotely(remote: Remote, name: string, data: object): Promise<string> {
  const id = await findRemoteWorkflow(remote, name);
  const { run_id } = (await remote.call('POST', `/workflows/${id}/start`, { data })) as { run_id: string };
  return run_id;
}

/** Reads `--data` or `--data-file` (spec/triggers §4.4). */
async function readData({
  data: text = '{}',
  dataFile,
}: Pick<StartOptions, 'data' | 'dataFile'>): Promise<Record<string, unknown>> {
  const data =
    dataFile === undefined
      ? parseData('--data', text)
      : parseData('--data-file', await readNamedFile(dataFile));
  if (!isRecord(data)) throw invalid('start_data', 'data: must be an object.');
  return data;
}

function parseData(option: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof HarkError) throw invalid('start_data', `${option}: ${error.message}`);
    throw error;
  }
}
