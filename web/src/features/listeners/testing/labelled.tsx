import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a result, below its label. */
export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    {children}
  </div>
);
