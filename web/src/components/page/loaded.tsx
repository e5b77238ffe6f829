import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/** The part of a query's result that is shown. */
interface QueryResult<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

/**
 * Shows what a query loaded. Until then it shows a placeholder, and after an error a message with a button to try
 * again. If a refresh fails, what was loaded before stays below the message.
 */
export function Loaded<Data>({
  result: { data, error, refetch },
  placeholder = <Loading />,
  noticeClass,
  children,
}: {
  result: QueryResult<Data>;
  placeholder?: ReactNode;
  /** The class of a box around the message, where its parent has no padding. */
  noticeClass?: string | undefined;
  children: (data: Data) => ReactNode;
}) {
  const notice = error && <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {notice && noticeClass !== undefined ? <div className={noticeClass}>{notice}</div> : notice}
      {data === undefined ? !error && placeholder : children(data)}
    </>
  );
}
