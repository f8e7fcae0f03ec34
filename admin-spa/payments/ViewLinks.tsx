import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { formatCount } from '../ui/format/format.ts';

type View = { readonly name: string; readonly address: string; readonly count: number | undefined };

type Props = {
  views: readonly View[];
  /** The name of the view that is shown. */
  current: string | null;
  /** The counts are not there yet. */
  isLoading: boolean;
};

/** Links to the parts of a list, with their counts. */
export function ViewLinks({ views, current, isLoading }: Props) {
  const nav = useRef<HTMLElement>(null);
  const hasCounts = views.some(({ count }) => count !== undefined);
  // On phones the views are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only with another view, and when its counts have made room
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetWidth / 3;
  }, [current, hasCounts]);
  return (
    // The counts make the links wider: before them, the links only keep their room.
    <nav className="views" aria-label="Views" aria-busy={isLoading} ref={nav}>
      {views.map(({ name, address, count }) => (
        <Link key={name} href={address} aria-current={name === current ? 'page' : undefined}>
          {name} {count !== undefined && <span className="count">{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
