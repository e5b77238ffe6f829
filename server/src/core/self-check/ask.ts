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
 * Requests one of this installation's URLs, with a timeout and without following redirects. Errors explain
 * how to fix the problem.
 */
export type Ask = (url: string, question: Question) => Promise<Answer>;
