import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { tableTexts } from '../../texts/table.ts';
import classes from './table.module.css';

/** How close together the rows of all tables are. The browser remembers the choice. */
export function useDensity() {
  const [density, setDensity] = useLocalStorage<'comfortable' | 'compact'>({
    key: 'hark-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  return { isCompact: density === 'compact', setDensity };
}

export function DensitySwitch() {
  const { isCompact, setDensity } = useDensity();
  const label = isCompact ? tableTexts.compactRows : tableTexts.comfortableRows;
  const Icon = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.density ?? ''}
        size={24}
        aria-label={label}
        onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
      >
        <Icon size={14} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
