import { type Expression, partsOf, type Statement, type Target } from '../language/ast.ts';

interface Visitor {
  /** Called for a node before its parts. Returning false skips the parts. */
  expression(node: Expression, loops: number): boolean;
  /** Called for each name that a tag assigns. */
  target(target: Target): void;
}

/** Visits every node in a template, along with the number of enclosing loops. */
export function walkStatements(statements: readonly Statement[], visitor: Visitor, loops = 0): void {
  for (const statement of statements) walkStatement(statement, visitor, loops);
}

function walkStatement(statement: Statement, visitor: Visitor, loops: number): void {
  if (statement.kind === 'print') walkExpression(statement.of, visitor, loops);
  else if (statement.kind === 'if') {
    for (const { test, body } of statement.branches) {
      walkExpression(test, visitor, loops);
      walkStatements(body, visitor, loops);
    }
    walkStatements(statement.otherwise, visitor, loops);
  } else if (statement.kind === 'for') {
    walkExpression(statement.of, visitor, loops);
    if (statement.key) visitor.target(statement.key);
    visitor.target(statement.value);
    walkStatements(statement.body, visitor, loops + 1);
    walkStatements(statement.otherwise, visitor, loops);
  } else if (statement.kind === 'set') {
    for (const { target, value } of statement.pairs) {
      walkExpression(value, visitor, loops);
      visitor.target(target);
    }
  } else if (statement.kind === 'capture') {
    visitor.target(statement.target);
    walkStatements(statement.body, visitor, loops);
  }
}

function walkExpression(node: Expression, visitor: Visitor, loops: number): void {
  if (!visitor.expression(node, loops)) return;
  for (const part of partsOf(node)) walkExpression(part, visitor, loops);
}
