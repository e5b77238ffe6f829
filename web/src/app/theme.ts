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

/** Shades of the sign-in page's blue, from light to dark. */
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
    // Color only the border and the icon: a yellow title would be unreadable on white.
    Alert: Alert.extend({ styles: { title: { color: 'var(--mantine-color-text)' } } }),
    // Badges show names and statuses, so don't convert them to upper case.
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': sharedTexts.close } },
    }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': sharedTexts.close },
        // Without this role, screen readers would treat a dialog's header as the page's banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 650 } },
    }),
  },
});

/** Gives dimmed text a contrast of 4.5:1 on every background in use. */
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
    // The text color of borderless buttons. Mantine's default is so pale that the label looks like plain text.
    '--mantine-color-blue-light-color': '#79b8ff',
    '--mantine-color-red-light-color': '#ffb4ab',
  },
});
