/** What the list needs only after its first rows. */
export async function loadTools() {
  const [{ FilterPanel }, { BulkBar }] = await Promise.all([
    import('./FilterPanel.tsx'),
    import('./BulkBar.tsx'),
  ]);
  return { FilterPanel, BulkBar };
}
