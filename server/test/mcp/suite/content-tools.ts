import { setTimeout as wait } from 'node:timers/promises';
import { invalid } from '../../../src/lib/errors.ts';
import { png, type SuiteTool, saying, text, wav } from './suite-tool.ts';

const image = { type: 'image', data: png, mimeType: 'image/png' } as const;

/** Tools for every kind of content, an error, progress and log messages. */
export const contentTools: Readonly<Record<string, SuiteTool>> = {
  test_simple_text: {
    description: 'Says something.',
    run: () => saying(text('This is a simple text response for testing.')),
  },
  test_image_content: { description: 'Shows an image.', run: () => saying(image) },
  test_audio_content: {
    description: 'Plays a sound.',
    run: () => saying({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  },
  test_embedded_resource: {
    description: 'Embeds a resource.',
    run: () =>
      saying({
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      }),
  },
  test_multiple_content_types: {
    description: 'Returns text, an image and a resource.',
    run: () =>
      saying(text('Multiple content types test:'), image, {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      }),
  },
  test_error_handling: {
    description: 'Fails.',
    run: () => {
      throw invalid('bad_arguments', 'This tool intentionally returns an error for testing');
    },
  },
  test_tool_with_progress: {
    description: 'Reports progress to clients that ask for it.',
    async run({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        const params = { progressToken: progressToken ?? '', progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
        await wait(20);
      }
      return saying(text('Done.'));
    },
  },
  test_tool_with_logging: {
    description: 'Logs three lines.',
    async run({ mcpReq }) {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
        await wait(20);
      }
      return saying(text('Done.'));
    },
  },
  test_logging_tool: {
    description: 'Logs a line for clients that ask for logs.',
    async run({ mcpReq }) {
      await mcpReq.log('info', 'a line');
      return saying(text('Done.'));
    },
  },
  test_streaming_elicitation: {
    description: 'Responds without asking for input.',
    run: () => saying(text('Done.')),
  },
};
