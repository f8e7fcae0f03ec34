import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces a form that was sent. It takes the focus, so that it is read out. */
export function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="done" role="status" tabIndex={-1}>
      {children}
    </div>
  );
}
