import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queries } from '../api/queries.ts';
import { router } from './router.tsx';
import { resolveVariables, theme } from './theme.ts';

/** The Content-Security-Policy allows only style elements that carry this nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? '';
// The library that locks scrolling behind dialogs reads the nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: nonce });

export const App = () => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" containerWidth={320} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);
