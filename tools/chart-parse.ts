/** A piece of a template. */
export interface Node {
  readonly kind: 'text' | 'output' | 'define' | 'if' | 'with' | 'range';
  /** The text itself, or the part of an action after its keyword. */
  readonly head: string;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[];
}

interface Token {
  readonly isAction: boolean;
  readonly text: string;
}

/** Splits a template into text and actions, and removes the white space that a dash trims. */
function tokensOf(text: string): Token[] {
  const parts = text.split(/\{\{(-?) ?(.*?) ?(-?)\}\}/s);
  const tokens: Token[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    const left = before === '-' ? (parts[at] ?? '').trimStart() : (parts[at] ?? '');
    const plain = after === '-' ? left.trimEnd() : left;
    if (plain.includes('{{') || plain.includes('}}')) fail(`${plain}: unbalanced delimiter`);
    tokens.push({ isAction: false, text: plain });
    const action = parts[at + 2];
    if (action !== undefined && !action.startsWith('/*')) tokens.push({ isAction: true, text: action });
  }
  return tokens;
}

/** Parses a template into its nodes, in order. */
export function parseTemplate(file: string, text: string): readonly Node[] {
  const { nodes, rest } = parseNodes(file, tokensOf(text));
  return rest.length === 0 ? nodes : fail(`${file}: {{ ${rest[0]?.text} }} has no matching start`);
}

function parseNodes(file: string, tokens: readonly Token[]): { nodes: Node[]; rest: readonly Token[] } {
  const nodes: Node[] = [];
  let rest = tokens;
  for (let [token] = rest; token && !(token.isAction && /^(end|else)$/.test(token.text)); [token] = rest) {
    rest = rest.slice(1);
    const [, keyword, head = ''] = /^(define|if|with|range)\s+(.*)$/s.exec(token.text) ?? [];
    const plain = { head: token.text, body: [], otherwise: [] };
    if (!token.isAction || keyword === undefined) {
      nodes.push({ kind: token.isAction ? 'output' : 'text', ...plain });
      continue;
    }
    const body = parseNodes(file, rest);
    const hasElse = body.rest[0]?.text === 'else';
    const otherwise = hasElse ? parseNodes(file, body.rest.slice(1)) : { nodes: [], rest: body.rest };
    if (otherwise.rest[0]?.text !== 'end') fail(`${file}: ${token.text} has no matching end`);
    nodes.push({ kind: keyword as Node['kind'], head, body: body.nodes, otherwise: otherwise.nodes });
    rest = otherwise.rest.slice(1);
  }
  return { nodes, rest };
}

/** Splits a pipeline into stages, and each stage into words. A quoted or parenthesized part counts as one word. */
export function stagesOf(pipeline: string): readonly (readonly string[])[] {
  const words = pipeline.match(/"(?:[^"\\]|\\.)*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\)|[^\s()"]+/g) ?? [];
  const stages: string[][] = [[]];
  for (const word of words) {
    if (word === '|') stages.push([]);
    else stages.at(-1)?.push(word);
  }
  return stages;
}

export function fail(message: string): never {
  throw new Error(message);
}
