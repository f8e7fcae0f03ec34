/** What the list needs only after its first rows. */
export async function loadTools() {
  const [{ FilterPanel }, { ChosenBar }, { AllBar }, { BulkChanges }, { ExportPanel }] = await Promise.all([
    import('./FilterPanel.tsx'),
    import('./bulk/ChosenBar.tsx'),
    import('./bulk/AllBar.tsx'),
    import('./bulk/BulkChanges.tsx'),
    import('./export/ExportPanel.tsx'),
  ]);
  return { FilterPanel, ChosenBar, AllBar, BulkChanges, ExportPanel };
}
