// Finds phrases and names that read like a translation, in everything that people read: docs, comments, test
// titles, and the product's own texts. CONTRIBUTING.md explains how we write. Run `node tools/prose.ts` to
// check, or with --count to see how often each phrase occurs.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const REPOSITORY = path.resolve(import.meta.dirname, '..');

interface Habit {
  name: string;
  pattern: RegExp;
  write: string;
}

const HABITS: readonly Habit[] = [
  {
    name: 'for/to/only who',
    pattern: /\b(for|to|only|by|of|than|unless|with|from) who (?!m\b)/gi,
    write: 'users who …, callers that …',
  },
  {
    name: 'told',
    pattern: /\b(is|are|was|were|be|been|being|gets?|has|have) told\b(?! apart)|\btold (by|in|of|with)\b/gi,
    write: 'reported, returned, shown, sent',
  },
  { name: 'anew', pattern: /\banew\b/gi, write: 'again' },
  { name: 'beside', pattern: /\bbeside\b/gi, write: 'next to, alongside, in addition to' },
  { name: 'goes on', pattern: /\b(go|goes|went|going|gone) on\b/gi, write: 'continue, resume' },
  {
    name: 'stands',
    pattern: /\b(stands?|stood) (?!for\b|in for\b|out\b|by\b|up\b|-)/gi,
    write: 'is, appears, contains',
  },
  { name: 'he/his/him', pattern: /\b(he|his|him|himself)\b/gi, write: 'they, the user, the caller' },
  {
    name: 'nobody/whoever/whatever',
    pattern: /\b(nobody|whoever|whatever|somebody|whomever)\b/gi,
    write: 'no user, any caller that …',
  },
  { name: 'meanwhile', pattern: /\bmeanwhile\b/gi, write: 'in the meantime, since then' },
  { name: 'for ever', pattern: /\bfor ever\b/gi, write: 'indefinitely, forever' },
  { name: 'of now', pattern: /(?<!\bas) \bof now\b/gi, write: 'current' },
  { name: 'mend', pattern: /\bmend(s|ed|ing)?\b/gi, write: 'fix' },
  { name: 'begun', pattern: /\bbegun\b/gi, write: 'started' },
  { name: 'comes to its end', pattern: /\b(comes?|came) to (its|an|their) end\b/gi, write: 'finishes, ends' },
];

const NAME_HABITS: readonly Habit[] = [
  {
    name: 'most*/longest*',
    pattern: /\b(most|longest|shortest|least|largest|smallest|fewest|deepest)[A-Z]\w*/g,
    write: 'max*, min*',
  },
  { name: '*Wish', pattern: /\b\w*(?<=[a-z])Wish(Of|es)?\b|\bwish\b/g, write: '*Params, *Options' },
];

/** An exception where a phrase is correct: a quotation, the specification's own words, or fictional data. */
interface Allowed {
  file: string;
  text: string;
  because: string;
}

export interface Finding {
  file: string;
  line: number;
  habit: string;
  text: string;
  write: string;
}

export interface Passage {
  line: number;
  text: string;
}

/**
 * Lists the phrases and names in a file that read like a translation. The path determines how the file is
 * read.
 */
export function findHabits(file: string, content: string): Finding[] {
  if (/\.tsx?$/.test(file)) {
    const { passages, names } = readSource(file, content);
    return [...findIn(file, passages, HABITS), ...findIn(file, names, NAME_HABITS)];
  }
  return findIn(file, [{ line: 1, text: file.endsWith('.md') ? withoutCode(content) : content }], HABITS);
}

function findIn(file: string, passages: readonly Passage[], habits: readonly Habit[]): Finding[] {
  return passages.flatMap(({ line, text }) =>
    habits.flatMap(({ name, pattern, write }) =>
      [...text.matchAll(pattern)].map((match) => ({
        file,
        line: line + text.slice(0, match.index).split('\n').length - 1,
        habit: name,
        text: excerpt(text, match.index, match[0].length),
        write,
      })),
    ),
  );
}

const excerpt = (text: string, at: number, length: number): string =>
  text
    .slice(Math.max(0, at - 30), at + length + 30)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Blanks out fenced blocks and inline code, and keeps the line numbers. */
function withoutCode(markdown: string): string {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, ' ');
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]*`/g, blank);
}

/** Extracts what people read in a source file: comments, the product's texts, test titles, and names. */
function readSource(file: string, content: string): Record<'comments' | 'passages' | 'names', Passage[]> {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind);
  const isTest = file.startsWith('server/test/') || file.endsWith('.test.ts');
  const [literals, titles, names]: [ts.Node[], ts.Node[], ts.Node[]] = [[], [], []];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node);
    if (isText(node) || ts.isRegularExpressionLiteral(node)) literals.push(node);
    const title = titleOf(node, source);
    if (title) titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const read = (nodes: readonly ts.Node[]): Passage[] =>
    nodes.map((node) => passageAt(source, node.getStart(source), node.getText(source)));
  const texts = isTest ? titles : literals.filter((node) => !ts.isRegularExpressionLiteral(node));
  const comments = commentsIn(source, literals);
  return { comments, passages: [...comments, ...read(texts)], names: read(names) };
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);

/** Returns the title in test('title', …), describe('title', …) or test.each(…)('title', …). */
function titleOf(node: ts.Node, source: ts.SourceFile): ts.Node | undefined {
  if (!ts.isCallExpression(node) || !/^(test|it|describe)\b/.test(node.expression.getText(source)))
    return undefined;
  const [title] = node.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

/** Returns the comments of a file. A file that isn't TypeScript has comments like CSS, YAML or nginx's configuration. */
export function commentsOf(file: string, content: string): Passage[] {
  if (/\.tsx?$/.test(file)) return readSource(file, content).comments;
  return [...content.matchAll(/\/\*[\s\S]*?\*\/|^\s*#.*/gm)].map(({ 0: text, index }) => ({
    line: content.slice(0, index).split('\n').length,
    text,
  }));
}

/** Finds the comments in the text between the literals. */
function commentsIn(source: ts.SourceFile, literals: readonly ts.Node[]): Passage[] {
  let text = source.text;
  for (const literal of literals) {
    const [start, end] = [literal.getStart(source), literal.end];
    text = text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end);
  }
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(({ 0: comment, index }) =>
    passageAt(source, index, comment),
  );
}

const passageAt = (source: ts.SourceFile, start: number, text: string): Passage => ({
  line: source.getLineAndCharacterOfPosition(start).line + 1,
  text,
});

const READ = /\.(md|ts|tsx|ya?ml|css|html|conf|txt)$/;
/**
 * Files that aren't checked: migrations never change, generated files follow their source, and the contract
 * tests are written elsewhere.
 */
const NOT_READ =
  /(^|\/)(migrations\/.*\.sql|generated|test\/contract|node_modules)(\/|$)|\.gen\.ts$|docs\/words\.txt|^tools\/prose/;

export function filesToRead(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => READ.test(file) && !NOT_READ.test(file));
}

/** Returns the findings that no entry in the allow-list covers, and the entries that cover no finding. */
export function withoutAllowed(
  findings: readonly Finding[],
  allowed: readonly Allowed[],
): { left: Finding[]; unused: Allowed[] } {
  const covers = (entry: Allowed, finding: Finding): boolean =>
    finding.file === entry.file && finding.text.includes(entry.text);
  return {
    left: findings.filter((finding) => !allowed.some((entry) => covers(entry, finding))),
    unused: allowed.filter((entry) => !findings.some((finding) => covers(entry, finding))),
  };
}

function main(): number {
  const files = filesToRead();
  const findings = files.flatMap((file) =>
    findHabits(file, readFileSync(path.join(REPOSITORY, file), 'utf8')),
  );
  if (process.argv.includes('--count')) {
    for (const { name } of [...HABITS, ...NAME_HABITS])
      console.log(`${String(findings.filter(({ habit }) => habit === name).length).padStart(5)}  ${name}`);
    return 0;
  }
  const allowed: Allowed[] = JSON.parse(
    readFileSync(path.join(REPOSITORY, 'tools/prose-allowed.json'), 'utf8'),
  );
  const { left, unused } = withoutAllowed(findings, allowed);
  for (const { file, line, habit, text, write } of left)
    console.error(`${file}:${line}  "${habit}" in "${text}": write ${write}`);
  for (const { file, text } of unused)
    console.error(
      `tools/prose-allowed.json: "${text}" in ${file} is allowed but not found. Remove the entry.`,
    );
  return left.length + unused.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exit(main());
