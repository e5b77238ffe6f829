import { parse } from 'yaml';
import { describeIssue, placesOf } from '../../../lib/describe-issue.ts';
import { messageOf } from '../../../lib/errors.ts';
import { fileSchema, type ProvisioningFile } from './file-schema.ts';
import { identities, listSections } from './identity.ts';
import { type FilePath, type FileProblem, ProvisioningProblem } from './problem.ts';
import { removeKept } from './secret-places.ts';

export interface ReadFile {
  /** Undefined if there is no text, because the document came in a request. */
  readonly text: string | undefined;
  /** The document, without secrets that are kept. */
  readonly written: unknown;
  /** The paths of secrets whose stored value is kept. */
  readonly kept: readonly FilePath[];
  /** Undefined if the file has errors. */
  readonly file: ProvisioningFile | undefined;
  readonly problems: readonly FileProblem[];
}

/**
 * Reads JSON or YAML (a superset of JSON) and returns every error in it. `written` is the document that the text
 * contains, after the command has resolved the references in it.
 */
export const checkProvisioningFile = (text: string, written = parseFileText(text)): ReadFile => ({
  ...checkDocument(written),
  text,
});

/** Returns every error in a document. */
export function checkDocument(document: unknown): ReadFile {
  const { rest, kept } = removeKept(document);
  const result = fileSchema.safeParse(rest, { error: describeIssue });
  const problems = result.success ? findTwice(result.data) : placesOf(result.error);
  const file = problems.length === 0 ? result.data : undefined;
  return { text: undefined, written: rest, kept, file, problems };
}

/** Like `checkProvisioningFile`, but throws if there are errors. */
export function readProvisioningFile(text: string): ProvisioningFile {
  const { file, problems } = checkProvisioningFile(text);
  if (!file) throw new ProvisioningProblem(problems);
  return file;
}

export function parseFileText(text: string): unknown {
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
  for (const [index, workspace] of workspaces.entries()) {
    for (const section of listSections) {
      const { key, of } = identities[section];
      check(['workspaces', index, section], key, (workspace[section] ?? []).map(of));
    }
  }
  return problems;
}
