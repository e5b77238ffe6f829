import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
