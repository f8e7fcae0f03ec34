import { ImageOff } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { readPicture } from '#client/read-picture.ts';
import type { Picture as PictureRecord } from '#contract/pictures.ts';

const BROKEN = 'The picture doesn’t load';

type Props = {
  address: string | null;
  /** The record of this address, if the provider stores the picture. */
  picture: PictureRecord | null;
  /** Width and height in pixels. */
  size: number;
  /** The picture of a deleted recipe needs the token. */
  isDeleted?: boolean;
  onBroken?: (address: string) => void;
};

/** Shows a pot without a picture, and says so if it doesn’t load. The title beside it is its text. */
export function Picture({ address, picture, size, isDeleted = false, onBroken }: Props) {
  const [brokenAddress, setBrokenAddress] = useState<string | null>(null);
  const [loadedAddress, setLoadedAddress] = useState<string | null>(null);
  const known = picture && picture.url === address ? picture : null;
  const hidden = isDeleted ? known : null;
  const data = usePrivatePicture(hidden && sourceFor(hidden, size));
  if (address && address === brokenAddress) {
    return (
      <span className="picture broken" style={{ width: size, height: size }} title={BROKEN}>
        <ImageOff aria-hidden="true" />
        <span className="visually-hidden">{BROKEN}</span>
      </span>
    );
  }
  if (!address) {
    return (
      <svg className="picture" width={size} height={size} aria-hidden="true">
        <use href="/food.svg#pot" />
      </svg>
    );
  }
  return (
    <img
      className="picture"
      {...(hidden
        ? { src: data ?? hidden.placeholder }
        : { src: address, ...(known && sourcesOf(known, size)) })}
      {...(known && loadedAddress !== address && { style: backgroundOf(known) })}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={() => setLoadedAddress(address)}
      onError={() => {
        setBrokenAddress(address);
        onBroken?.(address);
      }}
    />
  );
}

/** The picture covers a square. */
function coveringWidth({ width, height }: PictureRecord, size: number): number {
  return Math.ceil(size * Math.max(1, width / height));
}

function sourcesOf(picture: PictureRecord, size: number) {
  return {
    srcSet: picture.sources.map(({ url, width }) => `${url} ${width}w`).join(', '),
    sizes: `${coveringWidth(picture, size)}px`,
  };
}

function sourceFor(picture: PictureRecord, size: number): string {
  const wanted = coveringWidth(picture, size) * devicePixelRatio;
  const larger = picture.sources.filter(({ width }) => width >= wanted);
  return larger.toSorted((one, other) => one.width - other.width)[0]?.url ?? picture.url;
}

function backgroundOf({ placeholder }: PictureRecord): CSSProperties {
  return { backgroundImage: `url(${JSON.stringify(placeholder)})`, backgroundSize: 'cover' };
}

/** Loads a picture with the token. Returns null until it is there, and without an address. */
function usePrivatePicture(url: string | null): string | null {
  const [loaded, setLoaded] = useState<{ url: string; data: string } | null>(null);
  useEffect(() => {
    if (url === null) return;
    const controller = new AbortController();
    readPicture(url, controller.signal).then(
      (data) => setLoaded({ url, data }),
      // The placeholder stays.
      () => undefined,
    );
    return () => controller.abort();
  }, [url]);
  return loaded && loaded.url === url ? loaded.data : null;
}
