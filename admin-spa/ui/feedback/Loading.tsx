/** Visible text that screen readers announce once; it has no height. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <span>Loading...</span>
    </p>
  );
}
