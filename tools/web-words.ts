// All texts on screen belong in web/src/texts, so they can be found and reviewed. This finds texts that are
// written directly in JSX.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Attributes that users read or hear. */
const spoken = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'aria-label',
  'alt',
  'text',
  'about',
]);
const hasWords = (text: string) => /\p{L}{2,}/u.test(text);

/** Lists every text in a file's JSX that a user would read, with its line. */
export function wordsInJsx(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (node: ts.Node, text: string) => {
    if (!hasWords(text)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${fileName}:${line + 1}: ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression))
      if (ts.isJsxElement(node.parent)) note(node, node.expression.text);
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) note(node, node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Lists every text in the JSX of all the console's files. */
export function wordsOutsideTheCatalogue(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => wordsInJsx(name, readFileSync(path.join(folder, name), 'utf8')));
}
