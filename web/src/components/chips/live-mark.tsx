import { Tooltip } from '@mantine/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { OperationName } from '../../api/call.ts';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './chip.module.css';

/** Marks a list that updates by itself, with these operations. While one of them fails, the list may be outdated. */
export function LiveMark({ operations }: { operations: readonly OperationName[] }) {
  const isFailing = useIsFailing(operations);
  return (
    <Tooltip label={isFailing ? sharedTexts.reconnectingAbout : sharedTexts.liveAbout}>
      <span className={classes.live} data-failing={isFailing || undefined} role="status">
        <i />
        {isFailing ? sharedTexts.reconnecting : sharedTexts.live}
      </span>
    </Tooltip>
  );
}

/** Returns whether the last request of one of the operations failed, on the screen that is open. */
function useIsFailing(operations: readonly OperationName[]): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () =>
    operations.some((operation) =>
      cache
        .findAll({ queryKey: [operation], type: 'active' })
        .some(({ state }) => state.status === 'error' || state.fetchFailureCount > 0),
    ),
  );
}
