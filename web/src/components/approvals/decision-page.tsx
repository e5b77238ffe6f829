import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Guide, GuideSection } from '../../texts/guides.ts';
import { TabLinks } from '../navigation/tab-links.tsx';
import { EmptyState } from '../page/empty-state.tsx';
import { Loaded } from '../page/loaded.tsx';
import { MoreButton } from '../page/more-button.tsx';
import { PageFrame } from '../page/page-frame.tsx';
import type { DataTableProps } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';

interface DecisionPageProps<Row> extends Omit<DataTableProps<Row>, 'label'> {
  readonly texts: Readonly<Record<'title' | 'about' | 'filterLabel' | 'none' | 'noneText', string>> & {
    readonly filters: Readonly<Record<'pending' | 'all', string>>;
    readonly count: (total: number) => string;
  };
  readonly path: string;
  readonly isAll: boolean;
  readonly guide: Guide | GuideSection;
  /** Where users configure what asks for decisions. */
  readonly source: false | { readonly to: string; readonly label: string };
  readonly pages: UseInfiniteQueryResult<InfiniteData<{ readonly total: number }>>;
  readonly children?: ReactNode;
}

/** A page with everything that waits for a decision, or that ever did, newest first. */
export function DecisionPage<Row>(props: DecisionPageProps<Row>) {
  const { texts, path, isAll, guide, source, pages, children, ...table } = props;
  const links = [
    { to: path, label: texts.filters.pending, isCurrent: !isAll },
    { to: path, search: { status: 'all' }, label: texts.filters.all, isCurrent: isAll },
  ];
  return (
    <PageFrame title={texts.title} about={texts.about} guide={guide}>
      <div>
        <TabLinks kind="segments" label={texts.filterLabel} links={links} />
      </div>
      <Loaded result={pages}>
        {(data) =>
          table.rows?.length === 0 ? (
            <EmptyState
              drawing="decision"
              title={texts.none}
              text={texts.noneText}
              action={
                source && (
                  <Button component={Link} to={source.to}>
                    {source.label}
                  </Button>
                )
              }
              guide={guide}
            />
          ) : (
            <DataTable
              {...table}
              label={texts.title}
              hasTallRows
              footer={<span role="status">{texts.count(data.pages[0]?.total ?? 0)}</span>}
            />
          )
        }
      </Loaded>
      <MoreButton pages={pages} />
      {children}
    </PageFrame>
  );
}
