import { Checkbox, Input, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import type { ErrorAt } from '../../components/fields/field-errors.ts';
import { NameInput } from '../../components/fields/name-input.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { Conditions } from '../leads/view/conditions.tsx';
import type { WebhookValues } from './webhook.ts';

const texts = webhooksTexts.form;

/** The fields of a new or an existing webhook. Filters apply to events of leads only. */
export function WebhookFields({
  values,
  errorAt,
  isNew = false,
  onChange,
}: {
  values: WebhookValues;
  errorAt: ErrorAt;
  isNew?: boolean;
  onChange: (changes: Partial<WebhookValues>) => void;
}) {
  const { name, url, types, filters, match } = values;
  const hasFilters = filters.length > 0 || types.some((type) => type.startsWith('lead.'));
  return (
    <>
      <NameInput
        label={texts.name}
        value={name}
        maxLength={200}
        error={errorAt('name')}
        onChange={(changed) => onChange({ name: changed })}
        data-autofocus={isNew || undefined}
      />
      <TextInput
        label={texts.url}
        description={texts.urlHelp}
        placeholder={texts.urlExample}
        type="url"
        value={url}
        maxLength={2_048}
        error={errorAt('url')}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        required
      />
      <Checkbox.Group
        label={texts.types}
        value={types}
        error={errorAt('types') && texts.typesMissing}
        onChange={(changed) => onChange({ types: changed })}
        withAsterisk
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="xs" mt="xs">
          {Object.entries(texts.typeHelp).map(([type, help]) => (
            <Checkbox key={type} value={type} label={type} description={help} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {hasFilters && (
        <Input.Wrapper
          label={texts.filters}
          description={texts.filtersHelp}
          error={errorAt('filters')}
          labelElement="div"
          inputWrapperOrder={['label', 'description', 'input', 'error']}
        >
          <Stack mt="xs">
            {/* The form stays visible while the lead fields load. */}
            <Suspense fallback={<Loading />}>
              <Conditions value={{ filters, match }} onChange={onChange} />
            </Suspense>
          </Stack>
        </Input.Wrapper>
      )}
    </>
  );
}
