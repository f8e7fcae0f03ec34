/** Shows labels with gray boxes while a form loads. */
export function SkeletonFields({ labels }: { labels: readonly string[] }) {
  return (
    <div className="card record-form skeleton" aria-hidden="true">
      <div className="fields">
        {labels.map((label) => (
          <p key={label} className="field">
            <span>{label}</span>
            <span />
          </p>
        ))}
      </div>
    </div>
  );
}
