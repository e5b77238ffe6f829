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

/** Calls a URL of this installation: no redirects, with a timeout, and errors that contain a remedy. */
export type Ask = (url: string, question: Question) => Promise<Answer>;
