import type { ReactNode } from 'react';

export type CardProps = {
  title: string;
  /** The id of the heading, which names the card and what is in it. */
  titleId: string;
  /** What stands beside the heading. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a screen below a heading of its own. */
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
