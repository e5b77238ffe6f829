import { parse } from 'yaml';
import { describeIssue, placesOf } from '../../lib/describe-issue.ts';
import { emailKey } from '../../lib/email.ts';
import { messageOf } from '../../lib/errors.ts';
import { fileSchema, type ProvisioningFile } from './file-schema.ts';
import { type FilePath, type FileProblem, ProvisioningProblem } from './problem.ts';

export interface ReadFile {
  readonly text: string;
  readonly written: unknown;
  /** Undefined if the file has errors. */
  readonly file: ProvisioningFile | undefined;
  readonly problems: readonly FileProblem[];
}

/** Reads JSON or YAML (a superset of JSON) and returns every error in it. */
export function checkProvisioningFile(text: string): ReadFile {
  const written = parseText(text);
  const result = fileSchema.safeParse(written, { error: describeIssue });
  const problems = result.success ? findTwice(result.data) : placesOf(result.error);
  return { text, written, file: problems.length === 0 ? result.data : undefined, problems };
}

/** Like `checkProvisioningFile`, but throws if there are errors. */
export function readProvisioningFile(text: string): ProvisioningFile {
  const { file, problems } = checkProvisioningFile(text);
  if (!file) throw new ProvisioningProblem(problems);
  return file;
}

function parseText(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    const message = `isn't valid JSON or YAML: ${messageOf(error)}`;
    throw new ProvisioningProblem([{ path: [], message }], { cause: error });
  }
}

/** Finds items with the same identity, which conflict (spec/provisioning §3.4). */
function findTwice({ workspaces }: ProvisioningFile): FileProblem[] {
  const problems: FileProblem[] = [];
  const check = (path: FilePath, key: string, names: readonly string[]) => {
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index)
        problems.push({ path: [...path, index, key], message: `${name} appears twice` });
    }
  };
  check(
    ['workspaces'],
    'base_url',
    workspaces.map((item) => item.base_url.host),
  );
  for (const [
    index,
    {
      roles = [],
      users = [],
      api_clients = [],
      oauth_clients = [],
      lead_fields = [],
      connections = [],
      workflows = [],
      webhooks = [],
    },
  ] of workspaces.entries()) {
    check(
      ['workspaces', index, 'roles'],
      'name',
      roles.map((role) => role.name),
    );
    check(
      ['workspaces', index, 'users'],
      'email',
      users.map((user) => emailKey(user.email)),
    );
    check(
      ['workspaces', index, 'api_clients'],
      'name',
      api_clients.map((client) => `${client.name} of ${emailKey(client.user)}`),
    );
    check(
      ['workspaces', index, 'oauth_clients'],
      'name',
      oauth_clients.map((client) => client.metadata_url ?? client.name),
    );
    check(
      ['workspaces', index, 'lead_fields'],
      'alias',
      lead_fields.map((field) => field.alias),
    );
    check(
      ['workspaces', index, 'connections'],
      'name',
      connections.map((connection) => connection.name),
    );
    check(
      ['workspaces', index, 'workflows'],
      'name',
      workflows.map((workflow) => workflow.name),
    );
    check(
      ['workspaces', index, 'webhooks'],
      'name',
      webhooks.map((webhook) => webhook.name),
    );
  }
  return problems;
}
