import {
  acceptedContent,
  type GetPromptResult,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asking, form } from './asking.ts';
import { png } from './suite-tool.ts';

type Content = GetPromptResult['messages'][number]['content'];

const prompting = (...content: Content[]): GetPromptResult => ({
  messages: content.map((block) => ({ role: 'user', content: block })),
});

const words = (text: string): Content => ({ type: 'text', text });

export function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Says something.' }, () =>
    prompting(words('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Repeats two words.', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => prompting(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) =>
      prompting(
        {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        words('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Shows an image.' }, () =>
    prompting({ type: 'image', data: png, mimeType: 'image/png' }, words('Please analyze the image above.')),
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks for input first.' },
    ({ mcpReq }: ServerContext) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context');
      if (!answer) return asking({ user_context: form('What context should the prompt use?', 'context') });
      return prompting(words(`Use this: ${answer.context}`));
    },
  );
}

export function addResources(server: McpServer): void {
  const add = (name: string, mimeType: string, content: { text: string } | { blob: string }) => {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: 'A resource.', mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  };
  add('static-text', 'text/plain', { text: 'This is the content of the static text resource.' });
  add('static-binary', 'image/png', { blob: png });
  add('watched-resource', 'text/plain', { text: 'Never changes.' });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource(
    'template',
    template,
    { description: 'A template.', mimeType },
    ({ href }, { id }) => ({
      contents: [
        { uri: href, mimeType, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) },
      ],
    }),
  );
}
