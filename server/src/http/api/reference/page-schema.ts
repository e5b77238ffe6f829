import { escapeHtml, withCode } from '../../pages/html.ts';
import type { Schema } from './document.ts';

const nameIn = (ref: unknown) => String(ref).split('/').at(-1) ?? '';

/** Renders a table that can be scrolled with the keyboard if the window is too narrow. */
export function table(label: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>`;
}

export const schemaLink = ({ $ref, oneOf }: Schema): string =>
  Array.isArray(oneOf)
    ? oneOf.map((one: Schema) => schemaLink(one)).join(' or ')
    : `<a href="#schema-${nameIn($ref)}">${nameIn($ref)}</a>`;

/** Returns a short type name such as `text`, `list of Filter` or `asc or desc`. */
export function typeInWords(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(schema);
  if (Array.isArray(schema.oneOf)) return schema.oneOf.map(typeInWords).join(' or ');
  if (Array.isArray(schema.enum))
    return schema.enum.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(', ');
  const types = [schema.type ?? 'any'].flat().map(String);
  const words = types.map((type) => {
    if (type === 'array')
      return `list of ${isOpen(schema.items) ? 'objects' : typeInWords((schema.items ?? {}) as Schema)}`;
    if (type === 'string') return typeof schema.format === 'string' ? escapeHtml(schema.format) : 'text';
    return escapeHtml(type);
  });
  return words.join(' or ');
}

/** Whether the page lists the object's properties, so its type name needs no details. */
const isOpen = (schema: unknown) => typeof schema === 'object' && schema !== null && 'properties' in schema;

/** Lists every property in a schema. Nested properties follow their parent, as in `results[].status`. */
function listProperties(
  schema: Schema,
  before = '',
): [path: string, property: Schema, isRequired: boolean][] {
  if (schema.type === 'array') return listProperties((schema.items ?? {}) as Schema, `${before}[].`);
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, property]) => {
    const path = `${before}${name}`;
    const isList = property.type === 'array' && isOpen(property.items);
    const inner = isList ? listProperties(property, path) : listProperties(property, `${path}.`);
    return [[path, property, required.includes(name)], ...inner];
  });
}

export function renderSchema(name: string, schema: Schema): string {
  const rows = listProperties(schema).map(([path, property, isRequired]) => {
    const { title, description, readOnly, default: fallback } = property;
    const notes = [
      title === undefined || description !== undefined ? '' : escapeHtml(String(title)),
      description === undefined ? '' : withCode(String(description)),
      readOnly === true ? '<span class="note">read-only</span>' : '',
      isRequired ? '<span class="note">required</span>' : '',
      fallback === undefined ? '' : `Default <code>${escapeHtml(String(fallback))}</code>.`,
    ];
    return [`<code>${escapeHtml(path)}</code>`, typeInWords(property), notes.filter(Boolean).join(' ')];
  });
  const about = schema.description === undefined ? '' : `<p>${withCode(String(schema.description))}</p>`;
  return `<article id="schema-${name}">
<h3>${name}</h3>
${about}
${table(`Fields of ${name}`, ['Name', 'Type', 'Meaning'], rows)}
</article>`;
}
