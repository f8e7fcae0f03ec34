import { useState } from 'react';

type Props = {
  address: string | null;
  /** Pixels, both ways. */
  size: number;
};

/** A recipe's picture, or a pot where there is none or it does not come. The title beside it says what it shows. */
export function Picture({ address, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!address || address === broken) {
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
      onError={() => setBroken(address)}
    />
  );
}
