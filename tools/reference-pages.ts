import { variables, version } from '../server/src/config.ts';
import { acts, permissions } from '../server/src/core/access/index.ts';
import type { Context } from '../server/src/core/context/index.ts';
import {
  type CustomTypeName,
  customTypeNames,
  fieldTypeNames,
  typeOf,
} from '../server/src/core/lead-fields/index.ts';
import { describeApi } from '../server/src/http/api/reference/openapi.ts';
import { apiRoutes } from '../server/src/http/api/routes.ts';

const note = '<!-- Made by `npm run generate`. Do not edit. -->';

/** docs/generated/configuration.md: every environment variable. */
export function renderConfiguration(): string {
  const rows = Object.entries<{ about: string; fallback?: string }>(variables).map(
    ([name, { about, fallback }]) => `| \`${name}\` | ${about} | ${fallback ? `\`${fallback}\`` : '–'} |`,
  );
  return `${note}

# Configuration

Hark is configured by environment variables. Each can also be read from a file: \`<NAME>_FILE\` names it. All problems
are told at once, before anything starts. Values of secrets never appear in a message or a log.

| name | meaning | default |
|---|---|---|
${rows.join('\n')}
`;
}

/** docs/generated/permissions.md: what a role can hold, and what every act needs. */
export function renderPermissions(): string {
  const held = Object.entries(permissions).map(
    ([key, { group, label, value }]) =>
      `| \`${key}\` | ${group} → ${label} | ${value === 'switch' ? 'true, false' : 'none, own, all'} |`,
  );
  const needed = Object.entries(acts).map(([act, requirement]) => {
    const text =
      requirement === 'administrator'
        ? 'an administrator'
        : requirement === 'oneself'
          ? 'the user concerned, or an administrator'
          : `\`${requirement.permission}\``;
    return `| \`${act}\` | ${text} |`;
  });
  return `${note}

# Permissions

A role holds permissions; what it does not name is not permitted. A role with \`is_admin\` passes every check.
\`own\` reaches records whose owner is the user.

| permission | in role settings | values |
|---|---|---|
${held.join('\n')}

## What each act needs

| act | needs |
|---|---|
${needed.join('\n')}
`;
}

/** docs/generated/field-types.md: every type of lead field. */
export function renderFieldTypes(): string {
  const yes = (holds: boolean) => (holds ? 'yes' : '–');
  const rows = fieldTypeNames.map((name) => {
    const type = typeOf({ type: name });
    const example = JSON.stringify(type.example).replaceAll('|', '\\|');
    const isCustom = customTypeNames.includes(name as CustomTypeName);
    const operators = type.operators.map((operator) => `\`${operator}\``).join(', ');
    return `| \`${name}\` | ${type.description} | \`${example}\` | ${yes(isCustom)} | ${yes(type.canBeUnique)} | ${yes(type.isSortable)} | ${operators || '–'} |`;
  });
  return `${note}

# Types of lead fields

Your own fields can have every type marked *own*; the others belong to built-in fields. An empty field is \`null\`, or an empty list
for \`tags\`.

| type | holds | example | own | can be unique | can be sorted by | filter operators |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** docs/generated/openapi.json: the REST API, as the product serves it at /openapi.json. */
export function renderOpenApi(): string {
  /** Describing the routes uses no database. */
  const unused = {} as Context;
  return `${JSON.stringify(describeApi(apiRoutes(unused), version), null, 2)}\n`;
}
