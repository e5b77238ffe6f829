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
  /** What it says: the text, the name, the digits, the value of a string, the sign. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}
