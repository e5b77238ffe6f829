import type {
  CallToolResult,
  ContentBlock,
  InputRequiredResult,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';

type Result = CallToolResult | InputRequiredResult;

/** A tool that the protocol's conformance suite expects of the server under test. */
export interface SuiteTool {
  readonly description: string;
  /** Defaults to no arguments. */
  readonly inputSchema?: Tool['inputSchema'];
  run(context: ServerContext, given: Readonly<Record<string, unknown>>): Result | Promise<Result>;
}

export const saying = (...content: ContentBlock[]): CallToolResult => ({ content });

export const text = (words: string): ContentBlock => ({ type: 'text', text: words });

/** One gray pixel, and one sample of silence. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
export const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==';
