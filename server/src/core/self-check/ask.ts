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

/**
 * Calls a URL of this installation: follows no redirect, has a timeout, and throws an error with a remedy if
 * there is no response.
 */
export type Ask = (url: string, question: Question) => Promise<Answer>;
