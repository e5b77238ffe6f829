import { Tooltip } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './chip.module.css';

/** Marks a list that updates by itself. */
export const LiveMark = () => (
  <Tooltip label={sharedTexts.liveAbout}>
    <span className={classes.live}>
      <i />
      {sharedTexts.live}
    </span>
  </Tooltip>
);
