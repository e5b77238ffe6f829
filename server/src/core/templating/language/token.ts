export type TokenKind =
  | 'text'
  | 'open-print'
  | 'open-tag'
  | 'close'
  | 'name'
  | 'number'
  | 'string'
  | 'sign'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** The token's content: text, a name, digits, a string's value or a sign. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}
