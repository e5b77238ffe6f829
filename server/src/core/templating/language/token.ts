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
  /** The text, name, digits, string value or sign. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}
