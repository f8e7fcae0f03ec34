/** What the list needs only after its first rows. */
export async function loadTools() {
  const [
    { FilterPanel },
    { ChosenBar },
    { AllBar },
    { BulkChanges },
    { ExportPanel },
    { exportFiles, exportText },
  ] = await Promise.all([
    import('./FilterPanel.tsx'),
    import('./bulk/ChosenBar.tsx'),
    import('./bulk/AllBar.tsx'),
    import('./bulk/BulkChanges.tsx'),
    import('../../ui/list/export/ExportPanel.tsx'),
    import('./export-files.ts'),
  ]);
  return { FilterPanel, ChosenBar, AllBar, BulkChanges, ExportPanel, exportFiles, exportText };
}
