import { Document, isMap, visit } from 'yaml';
import type { ExportedWorkspace } from '../../core/provisioning/index.ts';

/** Returns the workspace as a YAML file whose first line names the schema, for editors (spec/provisioning §8.1). */
export function yamlOf(workspace: ExportedWorkspace): string {
  const document = new Document({ workspaces: [workspace] }, { aliasDuplicateObjects: false });
  visit(document, {
    Map: (_, node) => {
      if (node.items.length === 1 && node.has('env') && !isMap(node.get('env'))) node.flow = true;
    },
  });
  const schema = `# yaml-language-server: $schema=${workspace.base_url}/schemas/apply.json`;
  return `${schema}\n${document.toString({ lineWidth: 0 })}`;
}
