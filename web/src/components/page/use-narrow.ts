import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone: where tables become blocks, and rows of choices lists. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
