/** A form that is still to come: its labels, and grey where the values will be. */
export function SkeletonFields({ labels }: { labels: readonly string[] }) {
  return (
    <div className="card record-form skeleton" aria-hidden="true">
      <div className="fields">
        {labels.map((label) => (
          <p key={label} className="field">
            {label}
            <span />
          </p>
        ))}
      </div>
    </div>
  );
}
