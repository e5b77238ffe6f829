import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { useTableKeys } from '../../components/table/use-table-keys.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { RequestOption } from './request-option.tsx';
import classes from './requests.module.css';
import { keyOf, type useRequests } from './use-requests.ts';

const { list: texts } = requestsTexts;

/** Accepted and rejected requests, newest first. The arrow keys select one. */
export function RequestList({
  requests: { list, rows, newCount },
  open,
  isInWorkflow,
  onOpen,
  onReset,
}: {
  requests: ReturnType<typeof useRequests>;
  open: string | undefined;
  isInWorkflow: boolean;
  onOpen: (key: string) => void;
  onReset: () => void;
}) {
  return (
    <Loaded result={list} placeholder={<LoadingList />} noticeClass={classes.notice}>
      {() =>
        rows?.length === 0 ? (
          <div className={classes.notice}>
            <Nothing onReset={onReset} />
          </div>
        ) : (
          rows && (
            <>
              <VisuallyHidden role="status">{newCount > 0 && texts.news(newCount)}</VisuallyHidden>
              {newCount > 0 && (
                <div className={classes.news}>
                  <Button
                    size="xs"
                    radius="xl"
                    loading={list.isRefetching}
                    onClick={() => void list.refetch()}
                  >
                    {texts.news(newCount)}
                  </Button>
                </div>
              )}
              <Options rows={rows} open={open} isInWorkflow={isInWorkflow} onOpen={onOpen} />
              <MoreButton pages={list} />
              <div className={classes.foot}>
                <span>{texts.shown(rows.length, list.hasNextPage)}</span>
                <span className={classes.hints}>
                  <kbd>↑</kbd> <kbd>↓</kbd> {texts.move}
                </span>
              </div>
            </>
          )
        )
      }
    </Loaded>
  );
}

function Options({
  rows,
  open,
  isInWorkflow,
  onOpen,
}: {
  rows: NonNullable<ReturnType<typeof useRequests>['rows']>;
  open: string | undefined;
  isInWorkflow: boolean;
  onOpen: (key: string) => void;
}) {
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const selected = rows.findIndex((request) => keyOf(request) === open);
  const goTo = (index: number) => {
    const request = rows[Math.min(Math.max(0, index), rows.length - 1)];
    if (request) onOpen(keyOf(request));
  };
  useTableKeys(
    {
      move: (by) => by !== 0 && goTo(selected + by),
      beginning: () => goTo(0),
      end: () => goTo(rows.length - 1),
      focus: () => listRef.current?.focus({ preventScroll: true }),
      isRowAlwaysVisible: true,
    },
    id,
  );
  useEffect(() => {
    if (open) document.getElementById(`${id}-${open}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, open]);
  return (
    <div
      ref={listRef}
      id={id}
      className={classes.options}
      role="listbox"
      tabIndex={0}
      aria-label={texts.label}
      {...(selected < 0 ? {} : { 'aria-activedescendant': `${id}-${open}` })}
    >
      {rows.map((request) => (
        <RequestOption
          key={keyOf(request)}
          id={`${id}-${keyOf(request)}`}
          request={request}
          isInWorkflow={isInWorkflow}
          isSelected={keyOf(request) === open}
          onSelect={() => onOpen(keyOf(request))}
        />
      ))}
    </div>
  );
}

const LoadingList = () => (
  <div aria-hidden>
    {[0.5, 0.62, 0.44, 0.56, 0.5, 0.6].map((share) => (
      <div key={share * 7} className={classes.option}>
        <Skeleton height={12} width={`${share * 100}%`} />
        <Skeleton height={10} mt={10} width="80%" />
      </div>
    ))}
  </div>
);

const Nothing = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    isCompact
    title={texts.nothing}
    text={texts.nothingHelp}
    action={
      <Button variant="default" onClick={onReset}>
        {texts.reset}
      </Button>
    }
  />
);
