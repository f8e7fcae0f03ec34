const browsers = [
  ['Edge', /\b(Headless)?Edg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|OPiOS|OPX)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex Browser', /\bYaBrowser\//],
  // Without a display it calls itself HeadlessChrome; Debian's and others' builds Chromium.
  ['Chrome', /\b((Headless)?Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** "Firefox on Linux"; empty if unknown. Nothing else of the `User-Agent` is stored. */
export function parseDevice(userAgent: string | undefined): string {
  const findName = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  return [findName(browsers), findName(systems)].filter(Boolean).join(' on ');
}
