import ts from 'typescript';

/**
 * A piece of a message: literal text, a value that is only known at run time, or a parameter that the
 * function's callers pass.
 */
export type Piece =
  | { readonly text: string }
  | { readonly value: string }
  | { readonly parameter: ts.Symbol; readonly value: string };

/** Reads a message's pieces, as far as the code defines them. */
export function readPieces(checker: ts.TypeChecker, expression: ts.Expression): Piece[] {
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression))
    return [{ text: expression.text }];
  if (ts.isTemplateExpression(expression)) {
    return [
      { text: expression.head.text },
      ...expression.templateSpans.flatMap((span) => [
        ...readPieces(checker, span.expression),
        { text: span.literal.text },
      ]),
    ];
  }
  if (ts.isIdentifier(expression)) return readName(checker, expression);
  return [{ value: nameOf(expression) }];
}

/** Resolves a name. A constant is replaced by its value; a parameter stays a parameter. */
function readName(checker: ts.TypeChecker, identifier: ts.Identifier): Piece[] {
  const symbol = resolve(checker, identifier);
  const declaration = symbol?.valueDeclaration;
  if (symbol && declaration && ts.isParameter(declaration) && ts.isIdentifier(declaration.name))
    return [{ parameter: symbol, value: identifier.text }];
  const isConstant =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  const given = isConstant ? declaration.initializer : undefined;
  if (
    given &&
    (ts.isStringLiteralLike(given) || ts.isNumericLiteral(given) || ts.isTemplateExpression(given))
  )
    return readPieces(checker, given);
  return [{ value: identifier.text }];
}

/** Finds the symbol that a name refers to, including through imports, re-exports and `{ name }`. */
export function resolve(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol =
    ts.isIdentifier(node) && ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns a name for a computed value: `alias` for `shown(alias)`, `methods` for `methods.join(', ')`. */
function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isNonNullExpression(expression) || ts.isAsExpression(expression))
    return nameOf(expression.expression);
  if (!ts.isCallExpression(expression)) return '…';
  const { expression: called, arguments: given } = expression;
  if (ts.isPropertyAccessExpression(called)) return nameOf(called.expression);
  return given[0] ? nameOf(given[0]) : nameOf(called);
}

/** Formats the message as readers see it, with the names of run-time values in angle brackets. */
export const toText = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : `<${inWords(piece.value)}>`)).join('');

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
