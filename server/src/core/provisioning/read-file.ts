import { parse } from 'yaml';
import { emailKey } from '../../lib/email.ts';
import { messageOf } from '../../lib/errors.ts';
import { fileSchema, type ProvisioningFile } from './file-schema.ts';
import { describeIssues, describePath, ProvisioningProblem } from './problem.ts';

/** Reads a file's text, JSON or YAML (of which JSON is a part), and names everything that is wrong with it. */
export function readProvisioningFile(text: string): ProvisioningFile {
  const result = fileSchema.safeParse(parseText(text));
  if (!result.success) throw new ProvisioningProblem(describeIssues(result.error.issues));
  const twice = findTwice(result.data);
  if (twice.length > 0) throw new ProvisioningProblem(twice);
  return result.data;
}

function parseText(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new ProvisioningProblem([`the file is neither JSON nor YAML: ${messageOf(error)}`], error);
  }
}

/** Two items with one identity could not both hold. */
function findTwice({ workspaces }: ProvisioningFile): string[] {
  const problems: string[] = [];
  const check = (path: PropertyKey[], key: string, names: readonly string[]) => {
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index)
        problems.push(`${describePath([...path, index, key])}: ${name} stands there twice`);
    }
  };
  check(
    ['workspaces'],
    'base_url',
    workspaces.map((item) => item.base_url.host),
  );
  for (const [
    index,
    { roles = [], users = [], api_clients = [], oauth_clients = [], lead_fields = [], workflows = [] },
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
      ['workspaces', index, 'workflows'],
      'name',
      workflows.map((workflow) => workflow.name),
    );
  }
  return problems;
}
