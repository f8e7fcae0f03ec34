/** What the list needs only after its first rows. */
export async function loadTools() {
  const [{ FilterPanel }, { ExportPanel }, { exportFiles, exportText }] = await Promise.all([
    import('./FilterPanel.tsx'),
    import('../../ui/list/export/ExportPanel.tsx'),
    import('./export-files.ts'),
  ]);
  return { FilterPanel, ExportPanel, exportFiles, exportText };
}
