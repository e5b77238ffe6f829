import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** The state that a tool keeps between rounds. It's signed because the client sends it back. */
export const states = createRequestStateCodec<{ readonly round: number }>({
  key: crypto.getRandomValues(new Uint8Array(32)),
});

export async function roundOf(context: ServerContext): Promise<number> {
  const state = context.mcpReq.requestState();
  if (state === undefined) return 0;
  try {
    return (await states.verify(String(state), context)).round;
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  }
}

/** A form with one field. */
export const form = (message: string, field: string, isQuestion = false) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: isQuestion ? { type: 'boolean' } : { type: 'string' } },
      required: [field],
    },
  });

export const question = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

export const asking = (inputRequests: InputRequests, requestState?: string): InputRequiredResult =>
  inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });

/** Returns the client's response under that name, without validation. */
export const answerTo = ({ mcpReq }: ServerContext, name: string) =>
  mcpReq.inputResponses?.[name] as
    | { readonly content?: { readonly text?: string }; readonly roots?: readonly unknown[] }
    | undefined;

export const nameForm = form('What is your name?', 'name');
export const nameIn = ({ mcpReq }: ServerContext): unknown =>
  acceptedContent(mcpReq.inputResponses, 'user_name')?.name;
