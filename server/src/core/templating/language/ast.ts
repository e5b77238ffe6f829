/** A node's position, and the depth of the tree below it. The depth is limited, so recursion is safe. */
interface Place {
  readonly at: number;
  readonly depth: number;
}

export type ChainOperator =
  | 'or'
  | 'and'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not in'
  | 'starts with'
  | 'ends with'
  | '..'
  | '+'
  | '-'
  | '~'
  | '*'
  | '/'
  | '//'
  | '%';

export interface Literal extends Place {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

export interface Name extends Place {
  readonly kind: 'name';
  readonly name: string;
}

/** A literal name: `a.b`, `a['b']`, `a.0` or `a[0]`. */
export interface Member extends Place {
  readonly kind: 'member';
  readonly of: Expression;
  readonly name: string;
}

/** A computed name: `a[b]`. */
export interface Index extends Place {
  readonly kind: 'index';
  readonly of: Expression;
  readonly key: Expression;
}

export interface List extends Place {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

export interface MapLiteral extends Place {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

export interface Call extends Place {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
}

export interface Filter extends Place {
  readonly kind: 'filter';
  readonly name: string;
  readonly of: Expression;
  readonly args: readonly Expression[];
}

export interface Test extends Place {
  readonly kind: 'test';
  readonly name: string;
  readonly of: Expression;
  readonly args: readonly Expression[];
  readonly negated: boolean;
}

export interface Unary extends Place {
  readonly kind: 'unary';
  readonly operator: 'not' | '-' | '+';
  readonly of: Expression;
}

export interface Link {
  readonly operator: ChainOperator;
  readonly right: Expression;
  readonly at: number;
}

/** A sequence of operators with the same precedence. `a ~ b ~ c` is one node, regardless of its length. */
export interface Chain extends Place {
  readonly kind: 'chain';
  readonly first: Expression;
  readonly links: readonly Link[];
}

export interface Power extends Place {
  readonly kind: 'power';
  readonly base: Expression;
  readonly exponent: Expression;
}

export interface Coalesce extends Place {
  readonly kind: 'coalesce';
  readonly left: Expression;
  readonly right: Expression;
}

/** The conditional `a ? b : c`. Without `then`, it is `a ?: c`. */
export interface Conditional extends Place {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly then: Expression | undefined;
  readonly otherwise: Expression;
}

export type Expression =
  | Literal
  | Name
  | Member
  | Index
  | List
  | MapLiteral
  | Call
  | Filter
  | Test
  | Unary
  | Chain
  | Power
  | Coalesce
  | Conditional;

export interface TextStatement {
  readonly kind: 'text';
  readonly text: string;
}

export interface PrintStatement {
  readonly kind: 'print';
  readonly of: Expression;
  readonly at: number;
  readonly end: number;
}

export interface IfStatement {
  readonly kind: 'if';
  readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
}

/** A name that a tag assigns. */
export interface Target {
  readonly name: string;
  readonly at: number;
}

export interface ForStatement {
  readonly kind: 'for';
  readonly key: Target | undefined;
  readonly value: Target;
  readonly of: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
  readonly at: number;
}

export interface SetStatement {
  readonly kind: 'set';
  readonly pairs: readonly { readonly target: Target; readonly value: Expression }[];
}

/** The tag pair `{% set name %}…{% endset %}`. */
export interface CaptureStatement {
  readonly kind: 'capture';
  readonly target: Target;
  readonly body: readonly Statement[];
  readonly at: number;
}

export type Statement =
  | TextStatement
  | PrintStatement
  | IfStatement
  | ForStatement
  | SetStatement
  | CaptureStatement;

export interface TemplateTree {
  readonly statements: readonly Statement[];
  /** Set if the source is exactly one `{{ expression }}`. */
  readonly whole: Expression | undefined;
}

/** Returns an expression's direct children, in source order. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
    case 'unary':
      return [node.of];
    case 'index':
      return [node.of, node.key];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'call':
      return node.args;
    case 'filter':
    case 'test':
      return [node.of, ...node.args];
    case 'chain':
      return [node.first, ...node.links.map(({ right }) => right)];
    case 'power':
      return [node.base, node.exponent];
    case 'coalesce':
      return [node.left, node.right];
    case 'conditional':
      return node.then ? [node.test, node.then, node.otherwise] : [node.test, node.otherwise];
  }
}
