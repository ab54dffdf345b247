import { Badge, createTheme, defaultVariantColorsResolver, type CSSVariablesResolver } from '@mantine/core';

/**
 * Mantine's defaults miss WCAG's contrast in places: darker shades of the primary colour, and texts of badges and
 * buttons that follow their background.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  // The tint says the kind; the words need contrast on every tint.
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    const red = input.color === 'red' ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)';
    return input.variant === 'light' ? { ...resolved, color: red } : resolved;
  },
  components: {
    // Words as they are written, and whole: a badge that is cut says nothing.
    Badge: Badge.extend({ defaultProps: { tt: 'none', miw: 'max-content', fw: 600 } }),
  },
});

/** Dimmed text, placeholders, errors and links with enough contrast on every background of this application. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#515a66',
    '--mantine-color-placeholder': '#5f6873',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#364fc7',
  },
  dark: {
    '--mantine-color-dimmed': '#b4bac4',
    '--mantine-color-placeholder': '#a3aab5',
    '--mantine-color-error': '#ffa39a',
    '--mantine-color-anchor': '#a5b8ff',
  },
});
