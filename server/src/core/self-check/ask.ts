/** An answer as far as it is looked at. */
export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks an address of this installation: follows no redirect, ends by itself, and throws what to do if nobody answers. */
export type Ask = (url: string, question: Question) => Promise<Answer>;
