import { type ElicitRequestFormParams, inputRequired } from '@modelcontextprotocol/server';
import { asking } from './asking.ts';
import { type SuiteTool, saying, text } from './suite-tool.ts';

type Schema = ElicitRequestFormParams['requestedSchema'];

const argument = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string' } },
  required: [name],
});

/** Shows a form and returns what the user entered. */
const eliciting = (description: string, requestedSchema: Schema): SuiteTool => ({
  description,
  run({ mcpReq }) {
    const answer = mcpReq.inputResponses?.form;
    if (!answer)
      return asking({ form: inputRequired.elicit({ message: 'Please fill in.', requestedSchema }) });
    return saying(text(`Elicitation completed: ${JSON.stringify(answer)}`));
  },
});

const titled = (word: string) =>
  ['First', 'Second', 'Third'].map((nth, index) => ({ const: `value${index + 1}`, title: `${nth} ${word}` }));
const untitled = ['option1', 'option2', 'option3'];

/**
 * Tools that need input from the client, for revision 2025-11-25. In that revision, the server sends the client a
 * request and receives the response in another request. These tools ask as in the current revision, and the SDK
 * translates this into a request to the client where it can.
 */
export const earlierAskingTools: Readonly<Record<string, SuiteTool>> = {
  test_sampling: {
    description: "Queries the client's model.",
    inputSchema: argument('prompt'),
    run({ mcpReq }, { prompt }) {
      const answer = mcpReq.inputResponses?.answer;
      const content = { type: 'text', text: String(prompt) } as const;
      if (answer) return saying(text(`LLM response: ${JSON.stringify(answer)}`));
      return asking({
        answer: inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens: 100 }),
      });
    },
  },
  test_elicitation: {
    ...eliciting('Asks for a name and an email address.', {
      type: 'object',
      properties: { username: { type: 'string' }, email: { type: 'string' } },
      required: ['username', 'email'],
    }),
    inputSchema: argument('message'),
  },
  test_elicitation_sep1034_defaults: eliciting('Shows a form with default values.', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  test_elicitation_sep1330_enums: eliciting('Shows a form with every kind of choice.', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: untitled },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: untitled } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    },
  }),
};
