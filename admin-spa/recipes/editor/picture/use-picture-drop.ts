import { type RefObject, useEffect, useState } from 'react';

type Options = { zone: RefObject<HTMLElement | null>; onFiles: ((files: readonly File[]) => void) | null };

/** Files that are dropped onto an element or pasted into it. Returns whether a file is over it. */
export function usePictureDrop({ zone, onFiles }: Options): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const element = zone.current;
    if (!element || !onFiles) return;
    const controller = new AbortController();
    const { signal } = controller;

    element.addEventListener(
      'paste',
      (event) => {
        const { clipboardData } = event;
        const files = [...(clipboardData?.files ?? [])];
        // A copied cell of a table is a text and its picture.
        if (files.length === 0 || clipboardData?.types.includes('text/plain')) return;
        event.preventDefault();
        onFiles(files);
      },
      { signal },
    );
    element.addEventListener('dragover', (event) => setIsOver(hasFiles(event)), { signal });
    element.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setIsOver(false);
      },
      { signal },
    );

    // A file beside the element would replace the page, and what is typed.
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isInside(event) ? 'copy' : 'none';
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isInside(event) && files.length > 0) onFiles(files);
    };
    const isInside = ({ target }: Event) => target instanceof Node && element.contains(target);
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => controller.abort();
  }, [zone, onFiles]);

  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
