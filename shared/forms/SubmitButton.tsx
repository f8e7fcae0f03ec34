type Props = {
  isHydrated: boolean;
  isBusy: boolean;
  label: string;
  sending: string;
  isDestructive?: boolean;
  /** Another button of the screen is the first one. */
  isQuiet?: boolean;
};

/** Enabled once hydrated. While sending it keeps the focus, so it is not disabled. */
export function SubmitButton({
  isHydrated,
  isBusy,
  label,
  sending,
  isDestructive = false,
  isQuiet = false,
}: Props) {
  return (
    <button
      type="submit"
      disabled={!isHydrated}
      aria-disabled={isBusy || undefined}
      className={isDestructive ? 'contrast' : isQuiet ? 'secondary' : undefined}
    >
      {isBusy ? sending : label}
    </button>
  );
}
