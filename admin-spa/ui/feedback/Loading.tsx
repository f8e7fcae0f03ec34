/** What stands where something is coming: visible text, read out once. It takes no room of its own. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <span>Loading...</span>
    </p>
  );
}
