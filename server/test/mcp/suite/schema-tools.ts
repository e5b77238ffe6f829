import { type SuiteTool, saying, text } from './suite-tool.ts';

/** The tool with an argument that clients repeat in a header. */
export const toolWithHeader = 'test_x_mcp_header';

/** Tools whose schemas must be returned unchanged. */
export const schemaTools: Readonly<Record<string, SuiteTool>> = {
  [toolWithHeader]: {
    description: 'Has an argument that is repeated in a header.',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, level: { type: 'integer' } },
    },
    run: (_, { region }) => saying(text(`region: ${region}`)),
  },
  json_schema_2020_12_tool: {
    description: 'Has a schema that uses all of JSON Schema 2020-12.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => saying(text('Done.')),
  },
};
