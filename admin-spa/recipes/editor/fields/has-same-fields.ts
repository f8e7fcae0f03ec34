import type { EditorState } from '../state/editor-state.ts';

type Fields = EditorState['fields'];

/** For `memo`: typing in a field of another part renders nothing here. */
export function hasSameFields(...names: readonly (keyof Fields)[]) {
  return <Props extends { readonly fields: Fields }>(one: Props, other: Props): boolean =>
    names.every((name) => one.fields[name] === other.fields[name]) &&
    Object.keys(one).every(
      (prop) => prop === 'fields' || one[prop as keyof Props] === other[prop as keyof Props],
    );
}
