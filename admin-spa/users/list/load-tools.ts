import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './panels.scss?url';

/** What the list needs only when one of its buttons is hovered or focused. */
export async function loadTools() {
  const [{ FilterPanel }, { ExportPanel }, { exportFiles, exportText }] = await Promise.all([
    import('./FilterPanel.tsx'),
    import('../../ui/list/export/ExportPanel.tsx'),
    import('./export-files.ts'),
    loadStylesheet(stylesheet),
  ]);
  return { FilterPanel, ExportPanel, exportFiles, exportText };
}
