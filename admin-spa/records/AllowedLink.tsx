import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import type { Capability } from '#contract/capabilities.ts';

type Props = {
  /** What it takes to see what it leads to; undefined: nothing. */
  needs?: Capability | undefined;
  /** Without it there is only the text. */
  href: string | undefined;
  className?: string;
  title?: string | undefined;
  children: ReactNode;
};

/** A link for those who may see what it leads to, its content for others. */
export function AllowedLink({ needs, href, className, title, children }: Props) {
  const can = useCan();
  if (href !== undefined && (needs === undefined || can(needs))) {
    return (
      <Link href={href} className={className} title={title}>
        {children}
      </Link>
    );
  }
  return className || title ? (
    <span className={className} title={title}>
      {children}
    </span>
  ) : (
    children
  );
}
