import path from 'node:path';
import ts from 'typescript';
import { type Piece, readPieces, resolve, toText } from './error-message.ts';

/** A place in the code that creates an error with its own code and message. */
export interface ErrorSite {
  readonly node: ts.Node;
  readonly kind: string;
  readonly code: string;
  readonly message: string;
}

/** A function that creates an error. The parts of the error that aren't literals are its parameters. */
interface Maker {
  readonly symbol: ts.Symbol;
  readonly parameters: readonly (ts.Symbol | undefined)[];
  readonly kind: readonly Piece[];
  readonly code: readonly Piece[];
  readonly message: readonly Piece[];
  readonly depth: number;
}

type Making = ts.CallExpression | ts.NewExpression;

/**
 * How many levels of callers are searched for a message's text. If a piece is still a parameter after that,
 * only its name is shown.
 */
const deepest = 3;

/**
 * Finds every error that Hark can create: each call to `HarkError`, and to functions that pass their arguments
 * to it. An error whose kind or code isn't a literal stops the search with an exception, because readers
 * couldn't look it up.
 */
export function findErrorSites(program: ts.Program, files: readonly ts.SourceFile[]): ErrorSite[] {
  const checker = program.getTypeChecker();
  const makings = files.flatMap(listMakings);
  const uses = files.flatMap((file) => listUses(checker, file));
  const sites: ErrorSite[] = [];
  const waiting = [baseMaker(checker, files)];
  for (let maker = waiting.shift(); maker; maker = waiting.shift()) {
    for (const making of makings) {
      if (calledBy(checker, making) !== maker.symbol) continue;
      const made = fill(checker, maker, making);
      const outer = maker.depth < deepest ? enclosingMaker(checker, made, maker.depth + 1) : undefined;
      if (outer) waiting.push(outer);
      // A function that is passed as a value is called in places that the search can't follow.
      if (!outer || uses.some(({ symbol, isCalled }) => symbol === outer.symbol && !isCalled))
        sites.push(toSite(making, made));
    }
  }
  return sites;
}

function listMakings(file: ts.SourceFile): Making[] {
  const found: Making[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node)) requireConstructor(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function requireConstructor(node: ts.ClassDeclaration): void {
  const isError = node.heritageClauses?.some((clause) => clause.getText().includes('HarkError'));
  if (isError && !node.members.some(ts.isConstructorDeclaration))
    throw unreadable(node, 'has no constructor');
}

/** Lists every reference to a name, and whether it is a call. */
function listUses(checker: ts.TypeChecker, file: ts.SourceFile) {
  const found: { symbol: ts.Symbol; isCalled: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isPlain = ts.isIdentifier(node) && !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent);
    const symbol = isPlain ? resolve(checker, node) : undefined;
    const isName =
      ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent) ? parent.name === node : false;
    if (symbol && !isName) {
      const isCalled =
        ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node) ||
        ts.isExpressionWithTypeArguments(parent) ||
        ts.isClassDeclaration(parent) ||
        ts.isTypeNode(parent) ||
        (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword);
      found.push({ symbol, isCalled });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

function baseMaker(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): Maker {
  const declared = files
    .flatMap((file) => [...file.statements])
    .find((statement) => ts.isClassDeclaration(statement) && statement.name?.text === 'HarkError');
  if (!declared || !ts.isClassDeclaration(declared) || !declared.name)
    throw new Error('class HarkError not found');
  const maker = declared.members.find(ts.isConstructorDeclaration);
  const parameters = (maker?.parameters ?? []).map((one) => checker.getSymbolAtLocation(one.name));
  const open = (name: string): Piece[] => {
    const parameter = parameters.find((one) => one?.name === name);
    if (!parameter) throw new Error(`the constructor of HarkError has no parameter ${name}`);
    return [{ parameter, value: name }];
  };
  const symbol = checker.getSymbolAtLocation(declared.name);
  if (!symbol) throw new Error('the class HarkError has no symbol');
  return { symbol, parameters, kind: open('kind'), code: open('code'), message: open('message'), depth: 0 };
}

/** Returns the called symbol. `super(…)` calls the class that its own class extends. */
function calledBy(checker: ts.TypeChecker, { expression }: Making): ts.Symbol | undefined {
  if (expression.kind !== ts.SyntaxKind.SuperKeyword) return resolve(checker, expression);
  const parent = ts.findAncestor(expression, ts.isClassLike)?.heritageClauses?.[0]?.types[0];
  return parent && resolve(checker, parent.expression);
}

type Made = Pick<Maker, 'kind' | 'code' | 'message'>;

/** Returns the error that a function creates for these arguments. */
function fill(checker: ts.TypeChecker, maker: Maker, making: Making): Made {
  const put = (pieces: readonly Piece[]) =>
    pieces.flatMap((piece): Piece[] => {
      if (!('parameter' in piece)) return [piece];
      const given = making.arguments?.[maker.parameters.indexOf(piece.parameter)];
      return given ? readPieces(checker, given) : [{ value: piece.value }];
    });
  return { kind: put(maker.kind), code: put(maker.code), message: put(maker.message) };
}

/** Returns the named function whose parameters the error still contains. */
function enclosingMaker(checker: ts.TypeChecker, made: Made, depth: number): Maker | undefined {
  const open = [...made.kind, ...made.code, ...made.message].flatMap((piece) =>
    'parameter' in piece ? [piece.parameter] : [],
  );
  const owner = open[0]?.valueDeclaration?.parent;
  if (!owner || !ts.isFunctionLike(owner)) return undefined;
  const named = ts.isConstructorDeclaration(owner)
    ? owner.parent.name
    : ts.isArrowFunction(owner) && ts.isVariableDeclaration(owner.parent)
      ? owner.parent.name
      : owner.name;
  const symbol = named && checker.getSymbolAtLocation(named);
  if (!symbol) return undefined;
  const parameters = owner.parameters.map((one) => checker.getSymbolAtLocation(one.name));
  return { symbol, parameters, depth, ...made };
}

function toSite(node: Making, { kind, code, message }: Made): ErrorSite {
  if ([...kind, ...code].some((piece) => !('text' in piece)))
    throw unreadable(node, 'creates an error whose kind or code is not a literal. Use literals for both');
  return { node, kind: toText(kind), code: toText(code), message: toText(message) };
}

function unreadable(node: ts.Node, says: string): Error {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return new Error(`${path.relative(process.cwd(), file.fileName)}:${line + 1} ${says}.`);
}
