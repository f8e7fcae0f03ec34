/** What a `KeyboardEvent` says of input methods; the library of types calls the code deprecated. */
type Key = { readonly isComposing: boolean; readonly keyCode: number };

/**
 * Whether a key belongs to an input method, as the Enter that accepts a word does. Safari ends the composition before
 * that key, and gives it the code 229 (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).
 */
export function isComposing(key: Key): boolean {
  return key.isComposing || key.keyCode === 229;
}
