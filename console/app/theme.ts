import { t } from '../kit/language.js';
import {
  Button,
  Checkbox,
  createTheme,
  type CSSVariablesResolver,
  Menu,
  Modal,
  NativeSelect,
  TextInput,
} from '@mantine/core';

/** Small and quiet: there is much to see, and colour is for what matters. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 5 },
  colors: {
    brand: [
      '#eef2ff',
      '#dfe7ff',
      '#c2d1ff',
      '#9db8ff',
      '#7696f5',
      '#4a6fe0',
      '#2750c4',
      '#1d3f9f',
      '#17337f',
      '#112763',
    ],
    dark: [
      '#e8ebf1',
      '#c3c9d4',
      '#a5adbb',
      '#7d8798',
      '#4a5362',
      '#333b48',
      '#232a35',
      '#1b2029',
      '#12151b',
      '#0b0d11',
    ],
  },
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'sm' } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md' } }),
    Modal: Modal.extend({
      defaultProps: {
        size: 'lg',
        centered: true,
        // A click beside it would lose what was typed.
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': t('Close') },
        overlayProps: { backgroundOpacity: 0.4 },
      },
    }),
    NativeSelect: NativeSelect.extend({ defaultProps: { size: 'sm' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
  },
});

/** Where Mantine's own colours are too faint to read (WCAG AA). */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1f27',
    '--mantine-color-dimmed': '#565d6b',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#a81b26',
    '--mantine-color-anchor': '#2750c4',
    '--mantine-color-default-border': '#ccd1da',
    '--mantine-color-red-filled': '#b8232e',
    '--mantine-color-red-filled-hover': '#9a1d27',
  },
  dark: {
    '--mantine-color-body': '#1b2029',
    '--mantine-color-text': '#e8ebf1',
    '--mantine-color-dimmed': '#a5adbb',
    '--mantine-color-placeholder': '#8d96a5',
    '--mantine-color-error': '#ffa3a8',
    '--mantine-color-anchor': '#9db8ff',
    '--mantine-color-default-border': '#3a4352',
    '--mantine-color-red-filled': '#c4323c',
    '--mantine-color-red-filled-hover': '#a92a33',
  },
});
