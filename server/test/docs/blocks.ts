/** Why a block is not run with its page: CONTRIBUTING.md explains the two marks. */
export type Mark = { readonly kind: 'not run' | 'run by'; readonly text: string };

/** A fenced block of a page. */
export interface Block {
  /** The first line of what is in it, counted from 1. */
  readonly line: number;
  /** The first word behind the fence, such as `sh`; empty when there is none. */
  readonly language: string;
  readonly text: string;
  readonly mark: Mark | undefined;
  /** By a comment in its first line, such as `# workspace.yaml`. */
  readonly fileName: string | undefined;
  /** Whether it stands right below a block of commands, and so shows what they print. */
  readonly isOutput: boolean;
}

const fence = /^( *)```(\S*)[^\n]*$/;
const markLine = /^ *<!-- (not run|run by): (\S.*?) -->$/;
const fileLine = /^(?:#|\/\/) ([\w.-]+\.(?:yaml|json|js|mjs|ts|sh))$/;

const commands = new Set(['sh', 'bash']);
const outputs = new Set(['', 'text', 'json']);

export const isCommands = ({ language }: Pick<Block, 'language'>): boolean => commands.has(language);

/** Every fenced block of a page, in its order, with what is said about it. */
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
      isOutput: commandsEndAt >= 0 && outputs.has(language) && above.every((line) => line.trim() === ''),
    });
    commandsEndAt = commands.has(language) ? end : -1;
    at = end;
  }
  return blocks;
}
