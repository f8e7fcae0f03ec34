import manifest from '../../package.json' with { type: 'json' };

/** The oldest supported versions, from `browserslist` in package.json, such as `['chrome', '111']`. */
export const oldestBrowsers: readonly (readonly [name: string, version: string])[] =
  manifest.browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!name || !version)
      throw new Error(`package.json: “${line}” in browserslist must be like “chrome >= 111”.`);
    return [name, version];
  });

/** The same for the compiler, such as `chrome111` and `ios16.4`. */
export const buildTarget: string[] = oldestBrowsers.map(
  ([name, version]) => name.replace('_saf', '') + version,
);

/** The same for people: `Chrome 111, Edge 111, Firefox 115, Safari 16.4`. On iPhones the system's number is Safari's. */
export const browserNames: string = oldestBrowsers
  .filter(([name]) => name !== 'ios_saf')
  .map(([name, version]) => `${name[0]?.toUpperCase()}${name.slice(1)} ${version}`)
  .join(', ');
