import { Button, Stack, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { periodTexts as texts } from '../../texts/periods.ts';
import { defaultSpan, type Period, type Span, spanMs, spans } from '../charts/span.ts';
import { SpanChoice } from '../charts/span-choice.tsx';
import { Popup } from '../page/popup.tsx';
import { localTime } from '../values/local-time.ts';

const shown = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

interface PeriodProps {
  readonly period: Period;
  /** Whether the time range is unlimited if the user doesn't choose one. */
  readonly hasAll?: boolean;
  readonly onChange: (period: { readonly [Key in keyof Period]-?: Period[Key] | undefined }) => void;
}

const all = 'all';
const options: readonly (Span | typeof all)[] = [all, ...spans];

/** Chooses the time range of a list and its charts: a span until now, or any two times. */
export function PeriodChoice({ period: { span, from, to }, hasAll = false, onChange }: PeriodProps) {
  const isCustom = from !== undefined && to !== undefined;
  const choose = (next: Span | typeof all) =>
    onChange({ span: next === all ? undefined : next, from: undefined, to: undefined });
  const chosen = span ?? (hasAll ? all : defaultSpan);
  useEscape(isCustom, () => choose(chosen));
  return (
    <>
      <SpanChoice
        options={hasAll ? options : spans}
        value={isCustom ? undefined : chosen}
        onChange={choose}
      />
      <Popup
        size="sm"
        width={280}
        icon={<IconCalendar size={16} aria-hidden />}
        label={isCustom ? shown.formatRange(new Date(from), new Date(to)) : texts.custom}
        isFilled={isCustom}
      >
        {(close) => (
          <CustomPeriod
            {...timesOf({ from, to })}
            onApply={(times) => {
              onChange({ span, ...times });
              close();
            }}
          />
        )}
      </Popup>
    </>
  );
}

/** The same choice without a popover, for a popover that contains it. */
export const PeriodFields = ({ period: { span, from, to }, onChange }: Omit<PeriodProps, 'hasAll'>) => (
  <Stack gap="sm">
    <SpanChoice
      options={spans}
      value={from === undefined ? (span ?? defaultSpan) : undefined}
      onChange={(next) => onChange({ span: next, from: undefined, to: undefined })}
    />
    <CustomPeriod {...timesOf({ from, to })} onApply={(times) => onChange({ span, ...times })} />
  </Stack>
);

/** The times to start a custom range with: the present one, or the last day. */
const timesOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: from ?? new Date(Date.now() - spanMs.day).toISOString(),
  to: to ?? new Date().toISOString(),
});

function CustomPeriod({
  from,
  to,
  onApply,
}: {
  from: string;
  to: string;
  onApply: (times: { from: string; to: string }) => void;
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
