/** The comment that explains why a block isn't run with its page. CONTRIBUTING.md describes the two kinds. */
export type Mark = { readonly kind: 'not run' | 'run by'; readonly text: string };

/** A fenced code block on a page. */
export interface Block {
  /** The line number of the first line of its content, starting at 1. */
  readonly line: number;
  /** The first word after the fence, such as `sh`, or empty. */
  readonly language: string;
  readonly text: string;
  readonly mark: Mark | undefined;
  /** The file name, taken from a comment in the first line, such as `# workspace.yaml`. */
  readonly fileName: string | undefined;
  /** Whether the block directly follows a block of commands, and therefore shows their output. */
  readonly isOutput: boolean;
}

const fence = /^( *)```(\S*)[^\n]*$/;
const markLine = /^ *<!-- (not run|run by): (\S.*?) -->$/;
const fileLine = /^(?:#|\/\/) ([\w.-]+\.(?:yaml|json|js|mjs|ts|sh))$/;

const commands = new Set(['sh', 'bash']);
const outputs = new Set(['', 'text', 'json']);

export const isCommands = ({ language }: Pick<Block, 'language'>): boolean => commands.has(language);

const isNotProse = (line: string) => line.trim() === '' || markLine.test(line);

/** Returns every fenced block on a page, in order. */
export function readBlocks(page: string): Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  let commandsEndAt = -1;
  for (let at = 0; at < lines.length; at += 1) {
    const opening = fence.exec(lines[at] ?? '');
    if (!opening) continue;
    const [, indent = '', language = ''] = opening;
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    if (end < 0) throw new Error(`The block in line ${at + 1} has no end.`);
    const inside = lines.slice(at + 1, end).map((line) => line.replace(indent, ''));
    const above = lines.slice(commandsEndAt + 1, at);
    const mark = markLine.exec(lines[at - 1] ?? '');
    blocks.push({
      line: at + 2,
      language,
      text: inside.join('\n'),
      mark: mark ? { kind: mark[1] as Mark['kind'], text: mark[2] ?? '' } : undefined,
      fileName: fileLine.exec(inside[0] ?? '')?.[1],
      isOutput: commandsEndAt >= 0 && outputs.has(language) && above.every(isNotProse),
    });
    commandsEndAt = commands.has(language) ? end : -1;
    at = end;
  }
  return blocks;
}
