type Props = { isHydrated: boolean; busy: boolean; label: string; sending: string; danger?: boolean };

/** Enabled once hydrated. While sending it keeps the focus, so it is not disabled. */
export function SubmitButton({ isHydrated, busy, label, sending, danger = false }: Props) {
  return (
    <button
      type="submit"
      disabled={!isHydrated}
      aria-disabled={busy || undefined}
      className={danger ? 'contrast' : undefined}
    >
      {busy ? sending : label}
    </button>
  );
}
