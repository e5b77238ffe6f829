import { suggest } from '../../../lib/suggest.ts';
import { filters } from '../filters/filter-table.ts';
import { functions } from '../function-table.ts';
import type { Call, Expression, Filter, Name, Target, TemplateTree, Test } from '../language/ast.ts';
import type { Profile } from '../profile.ts';
import { isLoopPath, loopFields, readLoopPath } from '../run/loop-path.ts';
import { tests } from '../run/tests.ts';
import { type ProblemCode, TemplateProblem } from '../template-error.ts';
import { isSecret, keyOf, partialSecrets } from './partial-secrets.ts';
import { walkStatements } from './walk.ts';

export interface Surroundings {
  readonly profile: Profile;
  readonly variables: ReadonlySet<string>;
  /** The names of the workspace's secrets, or `true` for any name; undefined if secrets can't be read. */
  readonly secrets: ReadonlySet<string> | true | undefined;
}

/** Finds all errors in a syntactically valid template. */
export function checkTemplate(tree: TemplateTree, surroundings: Surroundings): TemplateProblem[] {
  const checker = new Checker(surroundings);
  const targets = new Set<string>();
  walkStatements(tree.statements, { expression: () => false, target: ({ name }) => targets.add(name) });
  checker.known = new Set([...surroundings.variables, ...targets]);
  walkStatements(tree.statements, {
    expression: (node, loops) => checker.expression(node, loops),
    target: (target) => checker.target(target),
  });
  for (const { at } of partialSecrets(tree)) checker.addPartialSecret(at);
  return checker.problems.sort((left, right) => (left.at ?? 0) - (right.at ?? 0));
}

const secretsNotAllowed =
  "Secrets can't be used here, except as the key of hashHmac, jwtEncode or jwtDecode. They are allowed in the url, headers, query and body of http.request, and in a listener's endpoint_key and endpoint_secret.";
const partialSecret =
  "A secret can only be used as a whole: print it, join it with ~, encode it or sign with it. It can't be compared, sliced, tested or assigned to a variable.";

/** The max problems reported. Users wouldn't read more, and finding a suggestion for each one takes time. */
const maxProblems = 20;

interface Arity {
  readonly least: number;
  readonly most: number;
}

class Checker {
  readonly problems: TemplateProblem[] = [];
  known: ReadonlySet<string> = new Set();
  private readonly keys = new Set<Expression>();
  private readonly around: Surroundings;

  constructor(surroundings: Surroundings) {
    this.around = surroundings;
  }

  /** Checks one node. @returns whether to check its parts too */
  expression(node: Expression, loops: number): boolean {
    switch (node.kind) {
      case 'name':
        this.name(node, loops);
        return true;
      case 'call':
        this.named(node, 'function', functions.get(node.name), functions.keys());
        this.key(keyOf(node));
        return true;
      case 'filter':
        this.named(node, 'filter', filters.get(node.name), filters.keys());
        return true;
      case 'test':
        this.test(node);
        return true;
      case 'member':
        if (loops > 0 && isLoopPath(node)) return this.loop(node, loops);
        return !(isSecret(node) && this.secret(node));
      default:
        return true;
    }
  }

  target({ name, at }: Target): void {
    if (this.around.variables.has(name) || name === 'loop') {
      this.add(`${name} is a built-in variable. Choose another name.`, at);
    }
  }

  /** Adds nothing where secrets aren't allowed at all, because the name itself has already been reported. */
  addPartialSecret(at: number): void {
    if (this.around.secrets) this.add(partialSecret, at, undefined, 'secret');
  }

  private add(message: string, at: number, suggestion?: string, code: ProblemCode = 'syntax'): void {
    if (this.problems.length < maxProblems)
      this.problems.push(new TemplateProblem(code, message, at, suggestion));
  }

  private name({ name, at }: Name, loops: number): void {
    if (this.problems.length >= maxProblems) return;
    if (name === 'loop' && loops > 0) {
      this.add(`loop itself has no value. Use ${loopFields.map((field) => `loop.${field}`).join(', ')}.`, at);
    } else if (name === 'loop') this.add('loop exists only inside {% for %}.', at);
    else if (name === 'secrets' && !this.around.secrets) this.add(secretsNotAllowed, at, undefined, 'secret');
    else if (name === 'secrets') {
      this.add("Name a single secret: secrets.name. The list of all secrets can't be read.", at);
    } else if (name === '__data' && this.around.profile.name === 'setting') {
      this.add(
        "A listener's settings are evaluated before the caller is trusted, so they can't use __data.",
        at,
      );
    } else if (!this.known.has(name)) {
      const isFunction = functions.has(name);
      const closest = isFunction ? `${name}(…)` : suggest(name, this.known);
      this.add(`There is no variable ${name} here.`, at, closest);
    }
  }

  private key(node: Expression | undefined): void {
    if (node) this.keys.add(node);
  }

  /** Checks `secrets.name`. @returns whether the node has this form */
  private secret(node: Extract<Expression, { kind: 'member' }>): boolean {
    const { secrets } = this.around;
    if (!secrets) return this.keys.has(node);
    if (secrets !== true && !secrets.has(node.name))
      this.add(`There is no secret ${node.name}.`, node.at, suggest(node.name, secrets));
    return true;
  }

  private loop(node: Extract<Expression, { kind: 'member' }>, loops: number): boolean {
    const path = readLoopPath(node);
    if (!path) {
      this.add(`loop has no ${node.name}.`, node.at, suggest(node.name, loopFields));
    } else if (path.outwards >= loops) this.add("There aren't that many enclosing loops.", node.at);
    return false;
  }

  private test(node: Test): void {
    const spec = tests.get(node.name);
    this.named(node, 'test', spec && { least: spec.count, most: spec.count }, tests.keys());
    if (node.name !== 'defined') return;
    const { kind } = node.of;
    if (kind !== 'name' && kind !== 'member' && kind !== 'index' && kind !== 'literal') {
      this.add('"is defined" works only on a variable or a part of one.', node.at);
    }
  }

  private named(
    { name, args, at }: Call | Filter | Test,
    what: string,
    arity: Arity | undefined,
    known: Iterable<string>,
  ): void {
    if (!arity) this.add(`There is no ${what} ${name}.`, at, suggest(name, known));
    else if (args.length < arity.least || args.length > arity.most) {
      this.add(`${name} takes ${inWords(arity)}, not ${args.length}.`, at);
    }
  }
}

function inWords({ least, most }: Arity): string {
  const count = least === most ? `${most}` : `${least} to ${most}`;
  return most === 0 ? 'no arguments' : `${count} argument${most === 1 ? '' : 's'}`;
}
