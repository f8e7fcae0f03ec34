import type { ReactNode, Ref } from 'react';

export type CardProps = {
  title: string;
  /** The id of the heading, for `aria-labelledby`. */
  titleId: string;
  /** Shown beside the heading. */
  action?: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

export function Card({ title, titleId, action, className = 'card', ref, children }: CardProps) {
  const heading = <h2 id={titleId}>{title}</h2>;
  return (
    <section ref={ref} className={className} aria-labelledby={titleId}>
      {action === undefined ? (
        heading
      ) : (
        <header>
          {heading}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
