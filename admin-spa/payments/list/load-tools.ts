/** What the list needs only after its first rows. */
export async function loadTools() {
  const { FilterPanel } = await import('./FilterPanel.tsx');
  return { FilterPanel };
}
