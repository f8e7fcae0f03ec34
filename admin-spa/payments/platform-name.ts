const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

/** Unknown ones as sent. */
export function platformName(platform: string): string {
  return platforms[platform] ?? platform;
}
