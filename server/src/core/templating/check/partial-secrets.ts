import {
  type Call,
  type Expression,
  type Member,
  partsOf,
  type Statement,
  type TemplateTree,
} from '../language/ast.ts';

/** Functions that sign or verify, and the index of their key argument. */
const keyArguments: ReadonlyMap<string, number> = new Map([
  ['hashHmac', 2],
  ['jwtEncode', 1],
  ['jwtDecode', 1],
]);

/**
 * Returns the key of a call that signs or verifies. The key can be a secret, because the result doesn't
 * reveal it.
 */
export const keyOf = ({ name, args }: Call): Expression | undefined => args[keyArguments.get(name) ?? -1];

export const isSecret = (node: Expression | undefined): node is Member =>
  node?.kind === 'member' && node.of.kind === 'name' && node.of.name === 'secrets';

/** Functions and filters whose result reveals nothing about parts of a secret. */
const wholeFunctions: readonly string[] = ['hashHmac', 'jwtEncode'];
const wholeFilters: readonly string[] = [
  'base64_decode',
  'base64_encode',
  'default',
  'join',
  'json_encode',
  'lower',
  'upper',
  'url_encode',
];

/**
 * Finds where a template uses a part of a secret, or branches on a secret (spec/runs §2.5). By watching the
 * result, such as whether a request fails, someone could work out the secret letter by letter.
 */
export const partialSecrets = ({ statements }: TemplateTree): Expression[] => inStatements(statements, true);

const inStatements = (statements: readonly Statement[], isWhole: boolean): Expression[] =>
  statements.flatMap((statement) => inStatement(statement, isWhole));

function inStatement(statement: Statement, isWhole: boolean): Expression[] {
  switch (statement.kind) {
    case 'text':
      return [];
    case 'print':
      return inExpression(statement.of, isWhole);
    case 'if':
      return [
        ...statement.branches.flatMap(({ test, body }) => [
          ...inExpression(test, false),
          ...inStatements(body, isWhole),
        ]),
        ...inStatements(statement.otherwise, isWhole),
      ];
    case 'for':
      return [
        ...inExpression(statement.of, false),
        ...inStatements(statement.body, isWhole),
        ...inStatements(statement.otherwise, isWhole),
      ];
    case 'set':
      return statement.pairs.flatMap(({ value }) => inExpression(value, false));
    case 'capture':
      return inStatements(statement.body, false);
  }
}

function inExpression(node: Expression, isWhole: boolean): Expression[] {
  if (isSecret(node)) return isWhole ? [] : [node];
  if (node.kind === 'call' && isSecret(keyOf(node))) {
    const others = node.args.filter((part) => part !== keyOf(node));
    return others.flatMap((part) => inExpression(part, isWhole && keepsWhole(node)));
  }
  if (node.kind === 'conditional' && node.then) {
    return [
      ...inExpression(node.test, false),
      ...inExpression(node.then, isWhole),
      ...inExpression(node.otherwise, isWhole),
    ];
  }
  return partsOf(node).flatMap((part) => inExpression(part, isWhole && keepsWhole(node)));
}

/** Returns whether the node passes its input on as a whole. */
function keepsWhole(node: Expression): boolean {
  switch (node.kind) {
    case 'list':
    case 'map':
    case 'coalesce':
      return true;
    case 'chain':
      return node.links.every(({ operator }) => operator === '~');
    case 'call':
      return wholeFunctions.includes(node.name);
    case 'filter':
      // With arguments, `trim` could remove all but one letter.
      return wholeFilters.includes(node.name) || (node.name === 'trim' && node.args.length === 0);
    default:
      return false;
  }
}
