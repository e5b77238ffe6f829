import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { readConfig, userPath } from '../config.ts';
import { applyText, checkProvisioningFile, ProvisioningProblem } from '../core/provisioning/index.ts';
import { invalid, messageOf } from '../lib/errors.ts';
import { describeApplied } from './shared/describe-applied.ts';
import { operator } from './shared/operator.ts';
import { withContext } from './shared/with-context.ts';

interface ApplyOptions {
  file: string;
  json?: boolean;
  showSecrets?: boolean;
}

/** `hark apply` (spec/provisioning §2, §3). */
export const applyCommand = () =>
  new Command('apply')
    .description('Bring workspaces to the state that a file describes. The same file twice changes nothing.')
    .requiredOption('-f, --file <file>', 'JSON or YAML; - reads standard input', userPath)
    .option('--json', 'print the result document on standard output, and nothing else')
    .option('--show-secrets', 'print keys and secrets that exist already, too')
    .action(async ({ file, json = false, showSecrets = false }: ApplyOptions) => {
      const read = checkProvisioningFile(readText(file));
      const result = await withContext(readConfig(), (context) =>
        applyText(context, operator('apply'), read, { showSecrets }),
      ).catch((error: unknown) => {
        // Report errors in the file even if there is no database to compare it with.
        if (error instanceof ProvisioningProblem || read.problems.length === 0) throw error;
        throw new ProvisioningProblem(read.problems, { text: read.text, cause: error });
      });
      for (const warning of shortSecrets(read)) console.error(`Warning: ${warning}`);
      console.log(json ? JSON.stringify(result, null, 2) : describeApplied(result));
    });

/** HS256 requires at least 32 bytes (RFC 7518, 3.2). The length of a template's result is unknown here. */
const shortSecrets = ({ file }: ReturnType<typeof checkProvisioningFile>): string[] =>
  (file?.workspaces ?? []).flatMap(({ workflows = [] }, workspace) =>
    workflows.flatMap((workflow, index) => {
      const secret = 'listener' in workflow ? workflow.listener?.endpoint_secret : undefined;
      if (secret === undefined || secret.includes('{{') || Buffer.byteLength(secret) >= 32) return [];
      const path = `workspaces[${workspace}].workflows[${index}].listener.endpoint_secret`;
      return [`${path}: is shorter than 32 bytes and easier to guess. Use a longer one.`];
    }),
  );

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw invalid('file_unreadable', `${file} cannot be read: ${messageOf(error)}`);
  }
}
