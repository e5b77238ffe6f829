import { Command } from 'commander';
import { type Config, readConfig, userPath } from '../../config.ts';
import {
  type ApplyResult,
  applyText,
  checkProvisioningFile,
  type Plan,
  ProvisioningProblem,
  parseFileText,
  planText,
} from '../../core/provisioning/index.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { readNamedFile } from '../shared/read-input.ts';
import { findRemote } from '../shared/remote.ts';
import { withContext } from '../shared/with-context.ts';
import { applyRemotely, planRemotely } from './apply-remotely.ts';
import { describeApplied } from './describe-applied.ts';
import { describePlan } from './describe-plan.ts';
import { checkPorts } from './other-port.ts';
import { describeUnset, explainUnset, resolveSecrets } from './resolve-secrets.ts';
import { targetWorkspace } from './target-workspace.ts';

interface ApplyOptions {
  readonly file: string;
  readonly workspace?: string;
  readonly plan?: boolean;
  readonly json?: boolean;
  readonly showSecrets?: boolean;
}

type ReadFile = ReturnType<typeof checkProvisioningFile>;

/** The exit code of a plan with changes (spec/provisioning §7.3). */
const exitForChanges = 3;

/** `hark apply` (spec/provisioning §2, §3, §7). */
export const applyCommand = () =>
  new Command('apply')
    .requiredOption('-f, --file <file>', 'JSON or YAML file (- for standard input)', userPath)
    .option('--plan', 'print what would change, and change nothing')
    .option('--json', 'print only the result document, as JSON')
    .option('--show-secrets', 'also print existing keys and secrets')
    .option('--workspace <base_url>', 'apply the file to this workspace instead of the one that it names')
    .addHelpText('after', example('hark apply -f workspace.yaml', 'hark apply --plan -f workspace.yaml'))
    .action(async (options: ApplyOptions) => {
      const { file, workspace, plan: isPlan = false, json = false, showSecrets = false } = options;
      const text = await readNamedFile(file);
      const { resolved, unset } = resolveSecrets(parseFileText(text), file);
      const config = readConfig();
      const remote = findRemote(config, workspace);
      const document = targetWorkspace(resolved, workspace, remote);
      const read = checkProvisioningFile(text, document);
      const run = <Done>(applying: Promise<Done>): Promise<Done> =>
        applying.catch((error: unknown) => {
          throw explainUnset(error, unset);
        });
      // The plan comes first, so that the warnings are printed before anything is overwritten.
      const {
        overwrites = [],
        warnings = [],
        ...plan
      } = await run(remote ? planRemotely(remote, read, document) : planLocally(config, read));
      const ports = remote ? [] : await checkPorts(config, read, plan);
      for (const warning of [
        ...unset.map(describeUnset),
        ...shortSecrets(read),
        ...ports,
        ...warnings,
        ...overwrites,
      ])
        console.error(`Warning: ${warning}`);
      if (isPlan) {
        if (plan.changes.length > 0) process.exitCode = exitForChanges;
        console.log(json ? JSON.stringify(plan, null, 2) : describePlan(plan));
        return;
      }
      const result = await run(
        remote ? applyRemotely(remote, read, document, showSecrets) : applyLocally(config, read, showSecrets),
      );
      console.log(json ? JSON.stringify(result, null, 2) : describeApplied(result));
    });

const planLocally = (config: Config, read: ReadFile): Promise<Plan> =>
  withContext(config, (context) =>
    planText(context, operator('apply'), read, {
      egressAllow: config.HARK_EGRESS_ALLOW,
      hasMail: config.SMTP_URL !== undefined,
    }),
  ).catch((error: unknown) => {
    // Report errors in the file even if there is no database to compare it with.
    if (error instanceof ProvisioningProblem || read.problems.length === 0) throw error;
    throw new ProvisioningProblem(read.problems, { text: read.text ?? '', cause: error });
  });

const applyLocally = (config: Config, read: ReadFile, showSecrets: boolean): Promise<ApplyResult> =>
  withContext(config, (context) =>
    applyText(context, operator('apply'), read, { showSecrets, egressAllow: config.HARK_EGRESS_ALLOW }),
  );

/**
 * Finds secrets that are too short, because HS256 requires at least 32 bytes (RFC 7518, 3.2). Secrets with templates
 * are skipped: the length of their result isn't known here.
 */
const shortSecrets = ({ file }: ReadFile): string[] =>
  (file?.workspaces ?? []).flatMap(({ workflows = [] }, workspace) =>
    workflows.flatMap((workflow, index) => {
      const secret = 'listener' in workflow ? workflow.listener?.endpoint_secret : undefined;
      if (secret === undefined || secret.includes('{{') || Buffer.byteLength(secret) >= 32) return [];
      const path = `workspaces[${workspace}].workflows[${index}].listener.endpoint_secret`;
      return [`${path}: the secret is shorter than 32 bytes and easier to guess. Use a longer one.`];
    }),
  );
