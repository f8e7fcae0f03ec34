import type { EditorChange } from './state/editor-state.ts';

/** Stable between renders. */
export type Change = (change: EditorChange) => void;

/** Says a text once to screen readers. */
export type Announce = (text: string) => void;

/** In the place of an id, for the draft of a recipe that is not saved yet. */
export const NEW_RECIPE = 'new';
