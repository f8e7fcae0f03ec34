/** Formats minor units (2 decimals for USD, 0 for JPY) with the sign of the currency, as in "€9.99" or "¥1,200". */
export function formatMinor(minor: number, currency: string): string {
  const format = toFormat(currency);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits);
}

export function formatDollars(amount: number): string {
  return toFormat('USD').format(amount);
}

/** By currency: making one is slow, and a list shows many prices. */
const formats = new Map<string, Intl.NumberFormat>();

function toFormat(currency: string): Intl.NumberFormat {
  const made = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, made);
  return made;
}
