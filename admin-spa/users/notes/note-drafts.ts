import { create } from 'zustand';
import { setUnsaved } from '../../ui/form/unsaved.ts';

/** By user id. Kept until added, signed out or the page is closed. */
const useNoteDrafts = create<Readonly<Record<string, string>>>()(() => ({}));

export function useNoteDraft(userId: string): [string, (text: string) => void] {
  const text = useNoteDrafts((drafts) => drafts[userId] ?? '');
  const change = (next: string) => {
    const { [userId]: _, ...others } = useNoteDrafts.getState();
    useNoteDrafts.setState(next === '' ? others : { ...others, [userId]: next }, true);
  };
  return [text, change];
}

useNoteDrafts.subscribe((drafts) => setUnsaved(clear, { isUnsaved: Object.keys(drafts).length > 0 }));

function clear(): void {
  useNoteDrafts.setState({}, true);
}
