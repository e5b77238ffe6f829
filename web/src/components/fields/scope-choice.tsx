import { Radio, Stack } from '@mantine/core';

const scopes = ['api', 'mcp'] as const;
/** The scope of a token. A token has exactly one scope (spec/oauth §3.3). */
export type Scope = (typeof scopes)[number];

interface ScopeTexts {
  readonly scope: string;
  readonly scopeFixed: string;
  readonly scopes: Readonly<Record<Scope, { readonly label: string; readonly help: string }>>;
}

/** Lets the user choose a new client's scope. */
export const ScopeChoice = ({
  texts,
  value,
  onChange,
}: {
  texts: ScopeTexts;
  value: Scope;
  onChange: (scope: Scope) => void;
}) => (
  <Radio.Group
    label={texts.scope}
    description={texts.scopeFixed}
    value={value}
    onChange={(chosen) => onChange(chosen === 'mcp' ? 'mcp' : 'api')}
  >
    <Stack gap="xs" mt="xs">
      {scopes.map((scope) => (
        <Radio
          key={scope}
          value={scope}
          label={texts.scopes[scope].label}
          description={texts.scopes[scope].help}
        />
      ))}
    </Stack>
  </Radio.Group>
);
