import { createElement, Fragment, type ReactNode } from 'react';
import { HOLE, translated } from './language.js';

/** A text with elements: `rich('Came to {stage}', { stage: <b>…</b> })`. */
export const rich = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  fill(translated(text), values);

/** Puts elements into a text that is in the language of the reader already. */
export const fill = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  // Every other part is the name of a value.
  createElement(Fragment, null, ...text.split(HOLE).map((part, index) => (index % 2 ? values[part] : part)));
