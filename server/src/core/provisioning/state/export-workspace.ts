import { Secret } from '../../../lib/crypto/secret.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { EnvironmentNames } from './environment-names.ts';
import { readState, type StateItem, type Values, type WorkspaceState } from './workspace-state.ts';

/** A workspace in the form of the file, without `id`s and secret values. */
export type ExportedWorkspace = Readonly<Record<string, unknown>> & { readonly base_url: string };

/** Returns a workspace as a file for `apply`, with references instead of secrets (spec/provisioning §8). */
export async function exportWorkspace(
  { db, key }: Context,
  workspace: WorkspaceId,
): Promise<ExportedWorkspace> {
  const state = await db.read(workspace, (transaction) => readState({ transaction, workspace, key }));
  return fileOf(state);
}

function fileOf(state: WorkspaceState): ExportedWorkspace {
  const names = new EnvironmentNames();
  const published = state.workflows.filter(({ values }) => values.steps !== null);
  return {
    ...(withoutNulls(state.workspace.values) as { base_url: string }),
    settings: state.settings,
    secrets: Object.fromEntries(state.secrets.map(({ values }) => [values.name, secretItem(values, names)])),
    roles: state.roles.map(({ values }) => values),
    users: state.users.map(userItem),
    lead_fields: state.lead_fields.map(leadFieldItem),
    connections: state.connections.map(({ values }) =>
      withReferences(withoutNulls(values), names, ['CONNECTION', String(values.name)]),
    ),
    oauth_clients: state.oauth_clients.map(({ values }) => values),
    api_clients: state.api_clients.map(({ values }) => values),
    workflows: published.map((workflow) => workflowItem(workflow, names)),
    webhooks: state.webhooks.map(({ values }) =>
      withReferences(values, names, ['WEBHOOK', String(values.name)]),
    ),
  };
}

function secretItem({ name, value, hosts }: Values, names: EnvironmentNames): unknown {
  const reference = { env: names.add('SECRET', String(name)) };
  const isBound = Array.isArray(hosts) && hosts.length > 0;
  return isBound || !(value instanceof Secret) ? { value: reference, hosts } : reference;
}

/** Passwords and API keys are left out: each user keeps their own. */
const userItem = ({ values: { password: _, api_key: __, ...user } }: StateItem): Values => user;

function leadFieldItem({ values: { options, ...field } }: StateItem): Values {
  return Array.isArray(options) && options.length > 0 ? { ...field, options } : field;
}

function workflowItem({ values }: StateItem, names: EnvironmentNames): Values {
  const { listener, ...workflow } = values;
  const { name, owner, enabled, triggers, steps } = workflow;
  if (listener === undefined) return { name, owner, enabled, triggers, steps };
  return { name, owner, enabled, listener: listenerItem(values, names), triggers, steps };
}

/** The key isn't printed unless it is a template, because callers need it to sign requests. */
function listenerItem({ name, listener }: Values, names: EnvironmentNames): Values {
  const { endpoint_key, endpoint_secret, signature, ...settings } = listener as Values;
  const { secret, ...rest } = signature as Values & { readonly secret: readonly unknown[] };
  const prefix = ['LISTENER', String(name)];
  const references = signatureSecrets(secret, names, [...prefix, 'SIGNATURE_SECRET']);
  return withoutNulls({
    ...settings,
    endpoint_key: endpoint_key instanceof Secret ? templateIn(endpoint_key) : endpoint_key,
    endpoint_secret: referenceTo(endpoint_secret, names, [...prefix, 'SECRET']),
    signature: withoutNulls({ ...rest, secret: references.length > 1 ? references : references[0] }),
  });
}

/** Either all of them are references or none is, because a file can only keep the list as a whole. */
function signatureSecrets(
  secrets: readonly unknown[],
  names: EnvironmentNames,
  parts: readonly string[],
): readonly unknown[] {
  const templates = secrets.map((secret) => (secret instanceof Secret ? templateIn(secret) : secret));
  return templates.includes(undefined) ? secrets.map(() => ({ env: names.add(...parts) })) : templates;
}

const withReferences = (values: Values, names: EnvironmentNames, prefix: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, referenceTo(value, names, [...prefix, key])]),
  );

/** Replaces a secret by a reference. A secret that is a template only names other secrets, so it is kept. */
function referenceTo(value: unknown, names: EnvironmentNames, parts: readonly string[]): unknown {
  if (!(value instanceof Secret)) return value;
  return templateIn(value) ?? { env: names.add(...parts) };
}

function templateIn(secret: Secret): string | undefined {
  const text = secret.reveal();
  return /\{[{%]/.test(text) ? text : undefined;
}

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
