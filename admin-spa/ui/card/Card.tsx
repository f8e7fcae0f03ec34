import type { ReactNode } from 'react';

export type CardProps = {
  title: string;
  /** The id of the heading, for `aria-labelledby`. */
  titleId: string;
  /** Shown beside the heading. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Card({ title, titleId, action, className = 'card', children }: CardProps) {
  const heading = <h2 id={titleId}>{title}</h2>;
  return (
    <section className={className} aria-labelledby={titleId}>
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
