import { create } from 'zustand';
import { setUnsaved } from '../../ui/form/unsaved.ts';

/** Holds a text by field and user id, until it is stored, the administrator signs out or the page is closed. */
const useTextDrafts = create<Readonly<Record<string, string>>>()(() => ({}));

type Field = 'note' | 'courtesy-until' | 'courtesy-reason';

/** Keeps what was typed about a user and not sent yet: it survives another screen and an expired session. */
export function useTextDraft(field: Field, userId: string): [string, (text: string) => void] {
  const key = `${field}:${userId}`;
  const text = useTextDrafts((drafts) => drafts[key] ?? '');
  const change = (next: string) => {
    const { [key]: _, ...others } = useTextDrafts.getState();
    useTextDrafts.setState(next === '' ? others : { ...others, [key]: next }, true);
  };
  return [text, change];
}

useTextDrafts.subscribe((drafts) => setUnsaved(clear, { isUnsaved: Object.keys(drafts).length > 0 }));

function clear(): void {
  useTextDrafts.setState({}, true);
}
