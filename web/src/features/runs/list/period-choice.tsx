import { Button, Stack, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { defaultSpan, type Span } from '../../../components/charts/span.ts';
import { SpanChoice } from '../../../components/charts/span-choice.tsx';
import { Popup } from '../../../components/page/popup.tsx';
import { localTime } from '../../../components/values/local-time.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import type { RunsSearch } from '../runs-search.ts';

const { filters: texts } = runsListTexts;
const shown = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

interface PeriodProps {
  readonly search: RunsSearch;
  readonly onChange: (period: { span: Span; from: string | undefined; to: string | undefined }) => void;
}

/** Chooses the time range of the list and its charts: a span until now, or any two times. */
export function PeriodChoice({ search: { span = defaultSpan, from, to }, onChange }: PeriodProps) {
  const isCustom = from !== undefined && to !== undefined;
  const choose = (next: Span) => onChange({ span: next, from: undefined, to: undefined });
  useEscape(isCustom, () => choose(span));
  return (
    <>
      <SpanChoice value={isCustom ? undefined : span} onChange={choose} />
      <Popup
        size="sm"
        width={280}
        icon={<IconCalendar size={16} aria-hidden />}
        label={isCustom ? shown.formatRange(new Date(from), new Date(to)) : texts.custom}
        isFilled={isCustom}
      >
        {(close) => (
          <CustomPeriod
            from={from ?? new Date(Date.now() - dayMs).toISOString()}
            to={to ?? new Date().toISOString()}
            onApply={(period) => {
              onChange({ span, ...period });
              close();
            }}
          />
        )}
      </Popup>
    </>
  );
}

const dayMs = 86_400_000;

function CustomPeriod({
  from,
  to,
  onApply,
}: {
  from: string;
  to: string;
  onApply: (period: { from: string; to: string }) => void;
}) {
  const [start, setStart] = useState(localTime(from));
  const [end, setEnd] = useState(localTime(to));
  const isOrdered = start !== '' && end !== '' && start < end;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isOrdered) onApply({ from: new Date(start).toISOString(), to: new Date(end).toISOString() });
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label={texts.from}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={texts.to}
          value={end}
          error={start !== '' && end !== '' && !isOrdered && texts.wrongOrder}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
        <Button type="submit" disabled={!isOrdered}>
          {texts.apply}
        </Button>
      </Stack>
    </form>
  );
}

/** Calls back on Esc, unless a dialog, a menu or an input needs the key. */
function useEscape(isActive: boolean, act: () => void) {
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== 'Escape' || event.defaultPrevented || target.matches('input, textarea, select'))
        return;
      if (document.querySelector('[role=dialog], [role=menu], [role=listbox]')) return;
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isActive, act]);
}
