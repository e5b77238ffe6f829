import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import ts from 'typescript';

/** A violation of the structure rules: the rule, where it was violated, and how to fix it. */
export interface Finding {
  rule: string;
  where: string;
  advice: string;
}

const REPOSITORY = path.resolve(import.meta.dirname, '..');
const SOURCE_FOLDERS = ['server/src', 'web/src', 'client/src', 'tools', 'bench'];
const SOURCE_FILE = /\.[cm]?[jt]sx?$/;
const NAMELESS = /^(utils?|helpers?|common|types?|.*-v\d+)$/;
const MAX_FOLDER_DEPTH = 4;
const MAX_FILES_IN_FOLDER = 20;

/** Reads the repository's import rules in the form that dependency-cruiser expects. */
export function readImportRules(): Promise<ICruiseOptions> {
  return extractDepcruiseOptions(path.join(REPOSITORY, '.dependency-cruiser.mjs'));
}

/** Lists every violation of ARCHITECTURE.md's import rules and conventions in the tree below `root`. */
export async function findBreaches(root: string, importRules: ICruiseOptions): Promise<Finding[]> {
  const folders = SOURCE_FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
  const files = folders.flatMap((folder) => listSourceFiles(root, folder));
  const { output } = await cruise(folders, { ...importRules, baseDir: root });
  if (typeof output === 'string')
    throw new Error('dependency-cruiser must return an object. Unset outputType.');
  return [
    ...findUnreadFiles(files, output),
    ...findForbiddenImports(output, importRules),
    ...files.flatMap(findDeepFolder),
    ...findCrowdedFolders(root, folders),
    ...files.flatMap(findNamelessName),
    ...files.flatMap((file) => findLogicInFrontDoor(root, file)),
    ...files.flatMap((file) => findDatabaseUse(root, file)),
    ...files.flatMap((file) => findParsedTarget(root, file)),
  ];
}

function listSourceFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listSourceFiles(root, name);
    return SOURCE_FILE.test(entry.name) ? [name] : [];
  });
}

// Without a supported compiler, dependency-cruiser reads nothing and reports success. So this compares its
// modules with the files that exist.
function findUnreadFiles(files: string[], result: ICruiseResult): Finding[] {
  const read = new Set(
    result.modules.filter((module) => !module.couldNotResolve).map((module) => module.source),
  );
  return files
    .filter((file) => !read.has(file))
    .map((file) => ({
      rule: 'every-source-file-is-read',
      where: file,
      advice:
        'dependency-cruiser did not read this file, so its result is incomplete. Check the TypeScript version (6, not 7) and the options in .dependency-cruiser.mjs.',
    }));
}

function findForbiddenImports(result: ICruiseResult, importRules: ICruiseOptions): Finding[] {
  const advice = new Map(importRules.ruleSet?.forbidden?.map((rule) => [rule.name, rule.comment]));
  return result.summary.violations.map((violation) => ({
    rule: violation.rule.name,
    where: [violation.from, ...(violation.cycle?.map((step) => step.name) ?? [violation.to])]
      .filter((name, position, names) => name !== names[position - 1])
      .join(' → '),
    advice: advice.get(violation.rule.name) ?? '',
  }));
}

function findDeepFolder(file: string): Finding[] {
  const belowSource = file.split('/src/')[1];
  if (belowSource === undefined || belowSource.split('/').length - 1 <= MAX_FOLDER_DEPTH) return [];
  return [
    {
      rule: 'folders-at-most-four-deep',
      where: file,
      advice: 'Folders can be nested at most four levels below src. Flatten this one, or split its parent.',
    },
  ];
}

function findCrowdedFolders(root: string, folders: readonly string[]): Finding[] {
  return folders
    .filter((folder) => folder.endsWith('/src'))
    .flatMap((folder) => countFiles(root, folder))
    .filter(({ count }) => count > MAX_FILES_IN_FOLDER)
    .map(({ folder, count }) => ({
      rule: 'folders-are-not-crowded',
      where: `${folder} (${count} files)`,
      advice: `A folder can have at most ${MAX_FILES_IN_FOLDER} files. Move related files into a separate folder.`,
    }));
}

function countFiles(root: string, folder: string): { folder: string; count: number }[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory());
  return [
    { folder, count: entries.length - below.length },
    ...below.flatMap(({ name }) => countFiles(root, `${folder}/${name}`)),
  ];
}

function findNamelessName(file: string): Finding[] {
  const words = file.split('/').map((part) => part.split('.')[0] ?? '');
  if (!words.some((word) => NAMELESS.test(word))) return [];
  return [
    {
      rule: 'names-say-what-is-inside',
      where: file,
      advice:
        'utils, helpers, common, types and -v2 are not descriptive. Name the file after what it does or contains.',
    },
  ];
}

function findLogicInFrontDoor(root: string, file: string): Finding[] {
  if (!/^server\/src\/(.*\/)?index\.ts$/.test(file)) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements
    .filter((statement) => !isNamedReExport(statement))
    .map((statement) => ({
      rule: 'front-doors-only-re-export',
      where: `${file}:${source.getLineAndCharacterOfPosition(statement.getStart(source)).line + 1}`,
      advice:
        "An index.ts contains only lines like `export { name } from './file.ts'`. Move everything else to another file.",
    }));
}

function isNamedReExport(statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
  );
}

/**
 * Finds database use that the import rules can't detect: a surface that reaches the database through the
 * context it passes to use cases.
 */
function findDatabaseUse(root: string, file: string): Finding[] {
  const isDatabase = (node: ts.Node) => ts.isIdentifier(node) && ['db', 'transaction'].includes(node.text);
  return findInSurface(root, file, isDatabase).map((where) => ({
    rule: 'surfaces-call-no-database',
    where,
    advice: "A surface can't open a transaction. Call a use case in core, which opens its own transaction.",
  }));
}

/** Finds a request's target that is parsed as a URL. `//host` or `http://host` would then choose the host. */
function findParsedTarget(root: string, file: string): Finding[] {
  if (file === 'server/src/http/base/request-target.ts') return [];
  return findInSurface(root, file, isParsedTarget).map((where) => ({
    rule: 'targets-are-not-parsed',
    where,
    advice:
      "A request's target can name another host. Use a function of http/base/request-target.ts instead of parsing it as a URL.",
  }));
}

function isParsedTarget(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  const [parsed] = node.arguments ?? [];
  return parsed !== undefined && /^URL(\.|$)/.test(nameOf(node.expression)) && mentionsTarget(parsed);
}

function mentionsTarget(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return ['url', 'originalUrl', 'target'].includes(node.text);
  return ts.forEachChild(node, (child) => mentionsTarget(child) || undefined) ?? false;
}

function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? `${nameOf(node.expression)}.${node.name.text}` : '';
}

/** Returns the places of all nodes that match, if the file belongs to a surface. */
function findInSurface(root: string, file: string, matches: (node: ts.Node) => boolean): string[] {
  if (!file.startsWith('server/src/http/')) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (matches(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function print(findings: Finding[]): void {
  for (const [rule, breaches = []] of Object.entries(Object.groupBy(findings, (finding) => finding.rule))) {
    console.error(`${rule}\n  ${breaches[0]?.advice}`);
    for (const breach of breaches) console.error(`    ${breach.where}`);
  }
  console.error(`${findings.length} structure violations.`);
}

if (import.meta.main) {
  const findings = await findBreaches(REPOSITORY, await readImportRules());
  if (findings.length > 0) {
    print(findings);
    process.exit(1);
  }
  console.log('No structure violations.');
}
