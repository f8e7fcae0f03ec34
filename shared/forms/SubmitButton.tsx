type Props = { live: boolean; busy: boolean; label: string; sending: string; danger?: boolean };

/** The button that sends a form: it waits for the script, and stays where the focus is while the form is sent. */
export function SubmitButton({ live, busy, label, sending, danger = false }: Props) {
  return (
    <button
      type="submit"
      disabled={!live}
      aria-disabled={busy || undefined}
      className={danger ? 'contrast' : undefined}
    >
      {busy ? sending : label}
    </button>
  );
}
