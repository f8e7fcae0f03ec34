import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { webAddress } from './web-address.ts';

/** A link only for http(s); other texts stay text. */
export function VideoLink({ text }: { text: string | null }) {
  const address = webAddress(text);
  if (!address) return text || EMPTY_VALUE;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
