import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { answerTo, asking, form, nameForm, nameIn, question, roundOf, states } from './asking.ts';
import { type SuiteTool, saying, text } from './suite-tool.ts';

/** Asks for a confirmation, with a state that must come back unchanged. */
async function confirm(context: ServerContext) {
  const round = await roundOf(context);
  if (round > 0 && acceptedContent(context.mcpReq.inputResponses, 'confirm')) {
    return saying(text('state-ok: integrity-ok'));
  }
  return asking({ confirm: form('Please confirm', 'ok', true) }, await states.mint({ round: 1 }, context));
}

/** Tools that need input from the client. With revision 2026-07-28 the server asks for it in its response. */
export const askingTools: Readonly<Record<string, SuiteTool>> = {
  test_input_required_result_elicitation: {
    description: 'Asks for a name.',
    run(context) {
      const name = nameIn(context);
      return typeof name === 'string' ? saying(text(`Hello, ${name}!`)) : asking({ user_name: nameForm });
    },
  },
  test_input_required_result_sampling: {
    description: "Queries the client's model.",
    run(context) {
      const answer = answerTo(context, 'capital_question');
      if (!answer) return asking({ capital_question: question('What is the capital of France?') });
      return saying(text(String(answer.content?.text)));
    },
  },
  test_missing_capability: {
    description: "Queries the client's model, if it has one.",
    run: () => asking({ word: question('Say a word.') }),
  },
  test_input_required_result_list_roots: {
    description: "Asks for the client's roots.",
    run(context) {
      const roots = answerTo(context, 'client_roots')?.roots;
      return roots
        ? saying(text(JSON.stringify(roots)))
        : asking({ client_roots: inputRequired.listRoots() });
    },
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks for a name, a model response and the roots in one round.',
    async run(context) {
      const [name, greeting, roots] = [
        nameIn(context),
        answerTo(context, 'greeting'),
        answerTo(context, 'client_roots'),
      ];
      if (typeof name === 'string' && greeting && roots)
        return saying(text(`${greeting.content?.text} ${name}`));
      return asking(
        {
          user_name: nameForm,
          greeting: question('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        await states.mint({ round: 1 }, context),
      );
    },
  },
  test_input_required_result_request_state: { description: 'Confirms.', run: confirm },
  test_input_required_result_tampered_state: {
    description: 'Asks for a confirmation and detects a forged state.',
    run: confirm,
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice.',
    async run(context) {
      const round = await roundOf(context);
      if (round === 2) return saying(text('Two rounds are over.'));
      const next = await states.mint({ round: round + 1 }, context);
      return round === 0
        ? asking({ step1: form('Step 1: What is your name?', 'name') }, next)
        : asking({ step2: form('Step 2: What is your favorite color?', 'color') }, next);
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks only for input that the client supports.',
    run({ mcpReq }) {
      const can: ClientCapabilities | undefined = Reflect.get(
        mcpReq.envelope ?? {},
        CLIENT_CAPABILITIES_META_KEY,
      );
      return asking({
        ...(can?.elicitation && { user_name: nameForm }),
        ...(can?.sampling && { greeting: question('Generate a greeting') }),
        ...(can?.roots && { client_roots: inputRequired.listRoots() }),
      });
    },
  },
};
