import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces a sent form. It takes the focus so that screen readers read it. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="done" role="status" tabIndex={-1}>
      {children}
    </div>
  );
}
