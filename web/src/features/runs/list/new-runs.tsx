import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { runsListTexts as texts } from '../../../texts/runs/runs-list.ts';
import classes from './run-list.module.css';

/** The largest number of new runs that is known: they are counted on the first page. */
const maxCounted = 50;

/** Says how many runs are newer than the list, and shows them. It stays below the table's head. */
export const NewRuns = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <span role="status">
    {count > 0 && (
      <Button
        size="xs"
        radius="xl"
        className={classes.news}
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={() => {
          onShow();
          scrollTo({ top: 0, behavior: 'smooth' });
        }}
      >
        {texts.news(count, count >= maxCounted)}
      </Button>
    )}
  </span>
);
