import { NOTHING } from '../../ui/format/format.ts';
import { webAddress } from './web-address.ts';

/** A recipe's video: a link where it is an address on the web, else the text as it came. */
export function VideoLink({ text }: { text: string | null }) {
  const address = webAddress(text);
  if (!address) return text || NOTHING;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
