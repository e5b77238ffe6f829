import { TemplateProblem } from '../template-error.ts';
import type { Expression } from './ast.ts';
import type { Token, TokenKind } from './token.ts';

/** The limits of a template's syntax tree (spec/templates §1.8). */
const maxNodes = 20_000;
const maxNesting = 64;

/** Iterates over tokens and counts the nodes that the parser builds. */
export class Cursor {
  private readonly tokens: readonly Token[];
  private index = 0;
  private nodes = 0;
  private nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get token(): Token {
    // The scanner ends every list with `end`, and the parser never reads past it.
    return this.tokens[this.index] as Token;
  }

  get next(): Token {
    return this.tokens[this.index + 1] ?? this.token;
  }

  take(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.index++;
    return token;
  }

  is(kind: TokenKind, text: string): boolean {
    return this.token.kind === kind && this.token.text === text;
  }

  isSign(text: string): boolean {
    return this.is('sign', text);
  }

  takeSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.index++;
    return true;
  }

  takeName(text: string): boolean {
    if (!this.is('name', text)) return false;
    this.index++;
    return true;
  }

  expectSign(text: string, why: string): void {
    if (!this.takeSign(text)) throw this.problem(`Expected ${text} ${why}, but found ${this.found()}.`);
  }

  /** Describes the current token for error messages. */
  found(): string {
    const { kind, text } = this.token;
    if (kind === 'end') return 'the end';
    if (kind === 'text') return 'text';
    if (kind === 'string') return 'quoted text';
    return kind === 'open-print' ? '{{' : kind === 'open-tag' ? '{%' : text;
  }

  problem(message: string, at = this.token.at, suggestion?: string): TemplateProblem {
    return new TemplateProblem('syntax', message, at, suggestion);
  }

  /** Counts a node. @returns the depth of the tree below it */
  depthOver(at: number, parts: readonly Expression[]): number {
    if (++this.nodes > maxNodes) {
      throw this.problem(`The template is too long: it can have at most ${maxNodes} parts.`, at);
    }
    let depth = 0;
    for (const part of parts) if (part.depth > depth) depth = part.depth;
    if (depth >= maxNesting) throw this.tooDeep(at);
    return depth + 1;
  }

  deeper<T>(parse: () => T): T {
    if (++this.nesting > maxNesting) throw this.tooDeep(this.token.at);
    const result = parse();
    this.nesting--;
    return result;
  }

  private tooDeep(at: number): TemplateProblem {
    return this.problem(`This is nested more than ${maxNesting} levels deep.`, at);
  }
}
