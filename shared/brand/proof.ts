type Quote = {
  /** Word for word, and published with permission. */
  text: string;
  /** Who says it, as "Ana, mother of two" or the name of a newspaper. */
  by: string;
  /** Where it can be read; null if nowhere. */
  link: string | null;
};

type Picture = {
  /** A file in `public/`, as `/pictures/tuesday.webp`. */
  src: string;
  /** What it shows, for people who don't see it. */
  alt: string;
  /** In pixels. */
  width: number;
  height: number;
};

/** Shown on the landing page. Only what is real: while both lists are empty, the section is absent. */
export const proof = {
  quotes: [] as readonly Quote[],
  pictures: [] as readonly Picture[],
} as const;
