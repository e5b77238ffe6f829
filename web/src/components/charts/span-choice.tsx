import { SegmentedControl } from '@mantine/core';
import { periodTexts as texts } from '../../texts/periods.ts';

/** Chooses one of several time ranges that end now. Without a value, none is chosen. */
export const SpanChoice = <Option extends keyof typeof texts.spans>({
  options,
  value,
  onChange,
}: {
  options: readonly Option[];
  value: Option | undefined;
  onChange: (option: Option) => void;
}) => (
  <SegmentedControl
    aria-label={texts.label}
    value={value ?? ''}
    data={options.map((option) => ({ value: option, label: texts.spans[option] }))}
    onChange={(option) => onChange(option as Option)}
  />
);
