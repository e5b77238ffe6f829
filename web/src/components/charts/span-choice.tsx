import { SegmentedControl } from '@mantine/core';
import { periodTexts as texts } from '../../texts/periods.ts';
import { type Span, spans } from './span.ts';

/** Chooses a time range that ends now. Without a value, none is chosen. */
export const SpanChoice = ({
  value,
  onChange,
}: {
  value: Span | undefined;
  onChange: (span: Span) => void;
}) => (
  <SegmentedControl
    aria-label={texts.label}
    value={value ?? ''}
    data={spans.map((span) => ({ value: span, label: texts.spans[span] }))}
    onChange={(span) => onChange(span as Span)}
  />
);
