import type { z } from 'zod';
import { HarkError } from '../../lib/errors.ts';

type Path = readonly PropertyKey[];

/** A mistake in the file: where it is, and what would be right. */
export class ProvisioningProblem extends HarkError {
  constructor(problems: readonly string[], cause?: unknown) {
    super('invalid', 'bad_provisioning_file', problems.join('\n'), { cause });
  }
}

/** An error in one key of an item; `apply` puts the item's path in front. */
export class ItemProblem extends HarkError {
  readonly key: string;

  constructor(key: string, message: string) {
    super('invalid', 'bad_provisioning_file', message);
    this.key = key;
  }
}

/** A place in the file as people write it: `workspaces[0].users[2].role`. */
export function describePath(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

/** One sentence for each thing that is wrong with the file's form. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys')
      return [`${describePath(issue.path) || 'the file'}: ${issue.message}`];
    return issue.keys.map((key) => `${describePath([...issue.path, key])}: unknown key`);
  });
}
