import { isMap, isPair, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { describePath } from '../../../lib/describe-issue.ts';
import { HarkError } from '../../../lib/errors.ts';

export type FilePath = readonly (string | number)[];

export interface FileProblem {
  readonly path: FilePath;
  readonly message: string;
}

/** All errors in the file. If the file's text is available, errors are sorted and have a line and column. */
export class ProvisioningProblem extends HarkError {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[], { text, cause }: { text?: string; cause?: unknown } = {}) {
    const lines = text === undefined ? problems.map(describeProblem) : locateAll(text, problems);
    super('invalid', 'bad_provisioning_file', lines.join('\n'), { cause });
    this.problems = problems;
  }
}

/** An error below an item. `apply` prepends the item's path. */
export class ItemProblem extends HarkError {
  readonly path: FilePath;

  constructor(path: FilePath, message: string) {
    super('invalid', 'bad_provisioning_file', message);
    this.path = path;
  }
}

const describeProblem = ({ path, message }: FileProblem): string =>
  `${describePath(path) || 'the file'}: ${message}`;

function locateAll(text: string, problems: readonly FileProblem[]): string[] {
  const counter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: counter });
  return problems
    .map((problem) => ({ problem, offset: offsetOf(contents, problem.path) }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ problem, offset }) => {
      const { line, col } = counter.linePos(offset);
      // Programs look for lines that start with a path, so the position is on a separate line.
      return `${describeProblem(problem)}\n  line ${line}, column ${col}`;
    });
}

/** Returns the offset of a key or list item, or the parent's offset if the item is missing. */
function offsetOf(root: Node | null, path: FilePath): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    let found: Node | undefined;
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && String(item.key) === String(part));
      found = pair?.key as Node | undefined;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      found = node as Node | undefined;
    }
    if (!found) break;
    offset = found.range?.[0] ?? offset;
  }
  return offset;
}
