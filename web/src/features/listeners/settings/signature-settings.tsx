import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { Panel } from '../../../components/page/panel.tsx';
import { WithCode } from '../../../components/values/with-code.tsx';
import { listenerSettingsTexts } from '../../../texts/listeners/listener-settings.ts';
import type { ShownListener } from '../listener.ts';
import type { ChangeDraft, SettingsDraft } from './use-settings-draft.ts';

const { signature: texts } = listenerSettingsTexts;

type Signature = ShownListener['settings']['signature'];
const schemes = Object.entries(texts.schemes).map(([value, label]) => ({ value, label }));

interface Props {
  readonly listener: ShownListener;
  readonly draft: SettingsDraft;
  readonly onChange: ChangeDraft;
}

/** Who signs the requests, and the secret that the sender shares with Hark. */
export function SignatureSettings({ listener, draft, onChange }: Props) {
  const { signature } = draft;
  const change = (part: Partial<Signature>) => onChange({ signature: { ...signature, ...part } });
  return (
    <Panel title={texts.title} about={texts.about}>
      <NativeSelect
        label={texts.scheme}
        data={schemes}
        value={signature.scheme}
        onChange={({ currentTarget }) =>
          // Every scheme has its own settings, so a new one starts without any.
          onChange({ signature: { scheme: currentTarget.value as Signature['scheme'] } })
        }
        maw={420}
      />
      {signature.scheme !== 'none' && (
        <>
          <SecretField listener={listener} draft={draft} onChange={onChange} />
          {signature.scheme === 'shared-secret' && (
            <TextInput
              label={texts.secretHeader}
              description={texts.secretHeaderAbout}
              required
              value={signature.header ?? ''}
              onChange={({ currentTarget }) => change({ header: currentTarget.value })}
              maw={420}
            />
          )}
          {signature.scheme === 'hmac' && <HmacSettings signature={signature} onChange={change} />}
          {signsTime(signature) && (
            <NumberInput
              label={texts.tolerance}
              description={texts.toleranceAbout}
              min={1}
              max={86_400}
              value={signature.tolerance_seconds ?? 300}
              suffix={texts.seconds}
              onChange={(value) => change({ tolerance_seconds: Number(value) })}
              maw={420}
            />
          )}
          {!['hmac', 'shared-secret'].includes(signature.scheme) && (
            <Checkbox
              label={texts.dedupe}
              description={texts.dedupeAbout}
              checked={draft.dedupe === 'auto'}
              onChange={({ currentTarget }) =>
                onChange({ dedupe: currentTarget.checked ? 'auto' : 'header' })
              }
            />
          )}
        </>
      )}
    </Panel>
  );
}

const signsTime = ({ scheme, timestamp_header = '' }: Signature) =>
  scheme === 'hmac' ? timestamp_header !== '' : !['github', 'shopify', 'shared-secret'].includes(scheme);

/** The shared secret. The stored one is never filled in; a new one replaces it or is added to it. */
function SecretField({ listener: { settings, credentials }, draft, onChange }: Props) {
  const hasSecret =
    settings.signature.scheme === draft.signature.scheme && credentials?.signature_secrets.length !== 0;
  return (
    <Group gap="md" align="flex-end">
      <PasswordInput
        label={hasSecret ? texts.newSecret : texts.secret}
        description={<WithCode>{texts.secretAbout[draft.signature.scheme] ?? texts.anySecret}</WithCode>}
        placeholder={hasSecret ? texts.kept : undefined}
        required={!hasSecret}
        autoComplete="off"
        value={draft.signature_secret}
        onChange={({ currentTarget }) => onChange({ signature_secret: currentTarget.value })}
        w={420}
        maw="100%"
      />
      {hasSecret && draft.signature_secret !== '' && (
        <Checkbox
          label={texts.keepOld}
          checked={draft.keeps_old_secret}
          onChange={({ currentTarget }) => onChange({ keeps_old_secret: currentTarget.checked })}
          mb={8}
        />
      )}
    </Group>
  );
}

/** How a sender signs that isn't in the list. */
const HmacSettings = ({
  signature,
  onChange,
}: {
  signature: Signature;
  onChange: (part: Partial<Signature>) => void;
}) => {
  const text = (key: 'header' | 'prefix' | 'timestamp_header' | 'signed_content', isRequired = false) => (
    <TextInput
      label={texts.hmac[key]}
      description={texts.hmacAbout[key]}
      required={isRequired}
      value={signature[key] ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const { [key]: _, ...others } = signature;
        onChange(value === '' ? { ...others, [key]: undefined } : { [key]: value });
      }}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={860}>
      {text('header', true)}
      {text('prefix')}
      <NativeSelect
        label={texts.hmac.algorithm}
        data={['sha256', 'sha512', 'sha1']}
        value={signature.algorithm ?? 'sha256'}
        onChange={({ currentTarget }) =>
          onChange({ algorithm: currentTarget.value as NonNullable<Signature['algorithm']> })
        }
      />
      <NativeSelect
        label={texts.hmac.encoding}
        data={['hex', 'base64']}
        value={signature.encoding ?? 'hex'}
        onChange={({ currentTarget }) =>
          onChange({ encoding: currentTarget.value as NonNullable<Signature['encoding']> })
        }
      />
      {text('timestamp_header')}
      {text('signed_content')}
    </SimpleGrid>
  );
};
