import { Button } from '@mantine/core';
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
  const Icon = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      className={classes.density ?? ''}
      leftSection={<Icon size={14} stroke={1.75} />}
      onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      {isCompact ? tableTexts.compactRows : tableTexts.comfortableRows}
    </Button>
  );
}
