import { type RefObject, useEffect, useRef, useState } from 'react';

type Dropped = { files: readonly File[]; hasFolder: boolean };

/** Returns whether files are dragged over the element. A file that misses it does not replace the page. */
export function useDroppedFiles(
  element: RefObject<HTMLElement | null>,
  onDrop: (dropped: Dropped) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const isInside = ({ target }: DragEvent) =>
      target instanceof Node && (element.current?.contains(target) ?? false);
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const isAccepted = isInside(event);
      event.dataTransfer.dropEffect = isAccepted ? 'copy' : 'none';
      setIsOver(isAccepted);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false);
    const drop = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      if (isInside(event)) latest.current(readDropped(dataTransfer));
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [element]);
  return isOver;
}

function readDropped({ items }: DataTransfer): Dropped {
  const dropped = [...items].filter(({ kind }) => kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false;
  const files = dropped.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? [])));
  return { files, hasFolder: dropped.some(isFolder) };
}
