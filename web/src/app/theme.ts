import {
  Alert,
  Badge,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Modal,
  Notification,
} from '@mantine/core';
import { sharedTexts } from '../texts/shared.ts';

/** The blue of the sign-in pages, from light to dark. */
const blue: MantineColorsTuple = [
  '#e8f1fd',
  '#cfe0f7',
  '#9ebfee',
  '#6a9de5',
  '#4080dd',
  '#266ed9',
  '#1765d8',
  '#0856c0',
  '#0550ae',
  '#00429a',
];

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  colors: { blue },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The colour is in the frame and the icon; a yellow heading on white could not be read.
    Alert: Alert.extend({ styles: { title: { color: 'var(--mantine-color-text)' } } }),
    // Names and states are written as they are.
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': sharedTexts.close } },
    }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': sharedTexts.close },
        // The heading of a dialog is not the page's banner.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 650 } },
    }),
  },
});

/** Quiet text keeps a contrast of 4.5 on every background that we use. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#57606a',
    '--mantine-color-placeholder': '#656d76',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0550ae',
  },
  dark: {
    '--mantine-color-dimmed': '#a4adb7',
    '--mantine-color-placeholder': '#9aa3ad',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-anchor': '#79b8ff',
    // What buttons without a frame are written in: Mantine's are so pale that they look like plain text.
    '--mantine-color-blue-light-color': '#79b8ff',
    '--mantine-color-red-light-color': '#ffb4ab',
  },
});
