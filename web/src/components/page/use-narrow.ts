import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
