import { Button, NativeSelect, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { SaveBar } from '../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { errorsOf } from '../../components/fields/field-errors.ts';
import { StatusMessage } from '../../components/notices/notice.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import {
  SettingAction,
  SettingInput,
  SettingRows,
  settingClassNames,
} from '../../components/settings/setting-rows.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { FindingList } from '../../components/values/finding-list.tsx';
import { ssoTexts as texts } from '../../texts/sign-in/single-sign-on.ts';
import { bodyOf, type ProviderValues, type SsoAnswer, staleSso, valuesOf } from './provider.ts';
import { RoleMap } from './role-map.tsx';

type TextKey = 'name' | 'issuer' | 'clientId' | 'domains' | 'claim';

/** The provider's settings. */
export function ProviderForm({ answer }: { answer: SsoAnswer }) {
  const { provider, roles } = answer;
  const stored = valuesOf(provider);
  const [values, setValues] = useState(stored);
  const save = useChange('PUT /single-sign-on', staleSso);
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  useUnsavedChanges(isChanged);
  const { errorAt } = errorsOf(save.error);
  const set = (changes: Partial<ProviderValues>) => {
    // The errors belong to the old values.
    save.reset();
    setValues({ ...values, ...changes });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      setValues({ ...values, secret: '' });
      showSuccess(texts.saved);
    };
    save.mutate({ body: bodyOf(values) }, { onSuccess });
  };
  const field = (key: TextKey, path: string, isRequired = false) => (
    <TextInput
      {...{ label: texts.fields[key].label, description: texts.fields[key].help || undefined }}
      classNames={settingClassNames}
      inputContainer={(input) => <SettingInput>{input}</SettingInput>}
      required={isRequired}
      value={values[key]}
      error={errorAt(path)}
      autoComplete="off"
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  );
  return (
    <form onSubmit={submit} autoComplete="off" noValidate>
      <Stack gap="lg">
        <SettingRows title={texts.provider} isWide>
          {field('name', 'name', true)}
          {field('issuer', 'issuer', true)}
          {field('clientId', 'client_id', true)}
          <PasswordInput
            label={texts.fields.secret.label}
            description={texts.fields.secret.help}
            placeholder={provider ? texts.fields.secret.keep : ''}
            classNames={settingClassNames}
            inputContainer={(input) => <SettingInput>{input}</SettingInput>}
            required={!provider}
            value={values.secret}
            error={errorAt('client_secret')}
            autoComplete="new-password"
            onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
          />
          <ConnectionTest issuer={values.issuer} />
        </SettingRows>
        <SettingRows title={texts.people} isWide>
          {field('domains', 'allowed_domains')}
          <SettingAction label={texts.fields.trusts.label} help={texts.fields.trusts.help}>
            <Switch
              aria-label={texts.fields.trusts.label}
              checked={values.trustsEmail}
              onChange={({ currentTarget }) => set({ trustsEmail: currentTarget.checked })}
            />
          </SettingAction>
        </SettingRows>
        <SettingRows title={texts.roles} isWide>
          {field('claim', 'role_claim')}
          {values.claim.trim() !== '' && (
            <RoleMap
              map={values.map}
              roles={roles}
              error={errorAt('role_map')}
              onChange={(map) => set({ map })}
            />
          )}
          <NativeSelect
            label={texts.fields.defaultRole.label}
            description={texts.fields.defaultRole.help}
            classNames={settingClassNames}
            inputContainer={(input) => <SettingInput>{input}</SettingInput>}
            data={[
              { value: '', label: texts.fields.refuse },
              ...roles.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) })),
            ]}
            value={values.defaultRole}
            error={errorAt('default_role_id')}
            onChange={({ currentTarget }) => set({ defaultRole: currentTarget.value })}
          />
        </SettingRows>
        {isChanged && (
          <SaveBar
            changes={isChanged}
            error={save.error}
            isSaving={save.isPending}
            onDiscard={() => {
              save.reset();
              setValues(stored);
            }}
          />
        )}
      </Stack>
    </form>
  );
}

function ConnectionTest({ issuer }: { issuer: string }) {
  const test = useMutation({ mutationFn: () => call('POST /single-sign-on/test', { body: { issuer } }) });
  return (
    <SettingAction label={texts.test.label} help={texts.test.help}>
      <Stack gap="sm" align="flex-start">
        <Button
          variant="default"
          disabled={issuer.trim() === ''}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {texts.test.start}
        </Button>
        <StatusMessage>
          {test.data && (
            <Stack gap="sm">
              <FindingList
                findings={test.data.findings.map(({ check, ...finding }) => ({
                  name: texts.test.checks[check],
                  ...finding,
                }))}
              />
            </Stack>
          )}
        </StatusMessage>
        {test.error && <ErrorNotice error={test.error} />}
      </Stack>
    </SettingAction>
  );
}
