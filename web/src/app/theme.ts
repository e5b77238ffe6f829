import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineTheme,
  rem,
} from '@mantine/core';
import { sharedTexts } from '../texts/shared.ts';

/** The light scheme's accent colors (tokens.css). Mantine needs them as values to compute its own. */
const petrol: MantineColorsTuple = [
  '#eef7f7',
  '#dcefef',
  '#b9dfe0',
  '#8acacd',
  '#54aeb3',
  '#26919a',
  '#107985',
  '#0a6671',
  '#08545e',
  '#083f47',
];

interface Sized {
  readonly size?: unknown;
}

const controlHeights: Readonly<Record<string, string>> = {
  xs: 'var(--control-sm)',
  sm: 'var(--control-md)',
  md: 'var(--control-lg)',
};

/** The size of a control, unless its component got a size of its own. */
const heightOf = (size: unknown = 'sm') => controlHeights[String(size)];

/** The list itself scrolls. A scroll area inside it would be an element that scrolls but that the keyboard can't reach. */
const scrollingOptions = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: rem(220), overflowY: 'auto' } },
} as const;

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: 7,
  colors: { petrol },
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.35', sm: '1.5', md: '1.55', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(16), lineHeight: '1.5' },
      h2: { fontSize: rem(14), lineHeight: '1.5' },
      h3: { fontSize: rem(13), lineHeight: '1.5' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12) },
  defaultRadius: 'sm',
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-2)', md: 'var(--shadow-3)', lg: 'var(--shadow-3)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // In the dark scheme, a filled danger button is light.
  variantColorResolver: (input) =>
    input.variant === 'filled' && input.color === 'red'
      ? { ...defaultVariantColorsResolver(input), color: 'var(--text-on-danger)' }
      : defaultVariantColorsResolver(input),
  // Plain objects: each component's own `extend` would load the component at startup.
  components: {
    ActionIcon: { defaultProps: { size: 28, variant: 'subtle', color: 'gray' } },
    Alert: { defaultProps: { variant: 'light', radius: 'md' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Autocomplete: scrollingOptions,
    // Badges show names and statuses, so don't convert them to upper case.
    Badge: { defaultProps: { tt: 'none', fw: 500, variant: 'default', radius: 'xs' } },
    Button: {
      defaultProps: { fw: 500 },
      vars: (_: MantineTheme, { size }: Sized) => ({
        root: {
          ...(heightOf(size) && { '--button-height': heightOf(size) }),
          ...(size === undefined && {
            '--button-fz': 'var(--text-sm)',
            '--button-padding-x': 'var(--space-3)',
          }),
        },
      }),
    },
    Checkbox: { defaultProps: { size: 'xs' } },
    Input: {
      vars: (_: MantineTheme, { size }: Sized) => ({
        wrapper: {
          ...(heightOf(size) && { '--input-height': heightOf(size) }),
          '--input-fz': 'var(--text-sm)',
        },
      }),
    },
    InputWrapper: { styles: { label: { fontWeight: 500, color: 'var(--text-1)' } } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': sharedTexts.close },
        radius: 'lg',
        // Without this role, screen readers would treat a dialog's header as the page's banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 600, fontSize: rem(16), color: 'var(--text-1)' } },
    },
    // The placeholder can be focused, which a menu's children without a role must not be.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    MultiSelect: scrollingOptions,
    NavLink: { styles: { root: { borderRadius: 'var(--radius-sm)' } } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': sharedTexts.close } },
    },
    Paper: { defaultProps: { radius: 'lg', shadow: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Select: scrollingOptions,
    SegmentedControl: { defaultProps: { size: 'xs', withItemsBorders: false } },
    Switch: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { verticalSpacing: rem(10), horizontalSpacing: 'md', fz: 'sm' } },
    TagsInput: scrollingOptions,
    Tabs: { styles: { tab: { fontWeight: 500 } } },
    Tooltip: { defaultProps: { fz: 'xs' } },
  },
});

/** Maps one of Mantine's colors to tokens. */
const colorFrom = (
  color: string,
  { filled, hover, contrast, soft, text }: Record<'filled' | 'hover' | 'contrast' | 'soft' | 'text', string>,
) => ({
  [`--mantine-color-${color}-filled`]: filled,
  [`--mantine-color-${color}-filled-hover`]: hover,
  [`--mantine-color-${color}-contrast`]: contrast,
  [`--mantine-color-${color}-light`]: soft,
  [`--mantine-color-${color}-light-hover`]: soft,
  [`--mantine-color-${color}-light-color`]: text,
  [`--mantine-color-${color}-text`]: text,
  [`--mantine-color-${color}-outline`]: text,
  [`--mantine-color-${color}-outline-hover`]: soft,
});

/** Maps one of Mantine's colors to a status of the palette. */
const colorFromStatus = (color: string, status: string) =>
  colorFrom(color, {
    filled: `var(--${status}-fg)`,
    hover: `var(--${status}-fg)`,
    contrast: `var(--${status}-bg)`,
    soft: `var(--${status}-bg)`,
    text: `var(--${status}-fg)`,
  });

const variables = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text-1)',
  '--mantine-color-bright': 'var(--text-1)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface-1)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text-1)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--failed-fg)',
  '--mantine-color-success': 'var(--succeeded-fg)',
  '--mantine-color-disabled': 'var(--surface-2)',
  '--mantine-color-disabled-color': 'var(--text-disabled)',
  '--mantine-color-disabled-border': 'var(--border)',
  ...colorFrom('petrol', {
    filled: 'var(--accent)',
    hover: 'var(--accent-hover)',
    contrast: 'var(--text-on-accent)',
    soft: 'var(--accent-soft)',
    text: 'var(--accent-text)',
  }),
  ...colorFrom('red', {
    filled: 'var(--danger)',
    hover: 'var(--danger-hover)',
    contrast: 'var(--text-on-danger)',
    soft: 'var(--failed-bg)',
    text: 'var(--failed-fg)',
  }),
  ...colorFrom('gray', {
    filled: 'var(--queued-solid)',
    hover: 'var(--queued-fg)',
    contrast: 'var(--surface-1)',
    soft: 'var(--surface-3)',
    text: 'var(--text-2)',
  }),
  ...colorFromStatus('yellow', 'rejected'),
  ...colorFromStatus('green', 'succeeded'),
  ...colorFromStatus('blue', 'accepted'),
};

/** The tokens change with the color scheme, so Mantine's variables are the same in both. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
