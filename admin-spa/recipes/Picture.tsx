import { useState } from 'react';

type Props = {
  address: string | null;
  /** Width and height in pixels. */
  size: number;
};

/** Shows a pot if there is no picture or it fails to load. The title beside it is its text. */
export function Picture({ address, size }: Props) {
  const [brokenAddress, setBrokenAddress] = useState<string | null>(null);
  if (!address || address === brokenAddress) {
    return (
      <svg className="picture" width={size} height={size} aria-hidden="true">
        <use href="/food.svg#pot" />
      </svg>
    );
  }
  return (
    <img
      className="picture"
      src={address}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenAddress(address)}
    />
  );
}
