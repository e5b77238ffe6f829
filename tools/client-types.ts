import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** client/src/api.gen.ts: the types of the REST API, from its OpenAPI document. */
export async function renderClientTypes(openApi: string): Promise<string> {
  // The examples are for people, who read them at /docs; as comments they would be most of the file.
  const described = JSON.parse(openApi, (key, value) => (key === 'example' ? undefined : value));
  const nodes = await openapiTypescript(described, { defaultNonNullable: false, silent: true });
  return `// Made by \`npm run generate\` from the OpenAPI document. Do not edit.\n\n${astToString(nodes.filter(isUsed))}`;
}

/** Parts that nobody uses: operations say all that paths say, and our document has neither of the others. */
const unused = ['paths', 'webhooks', '$defs'];
const isUsed = (node: ts.Node) =>
  !((ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && unused.includes(node.name.text));
