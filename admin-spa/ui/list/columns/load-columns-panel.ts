import { loadStylesheet } from '../../load-stylesheet.ts';
import stylesheet from './columns-panel.scss?url';

/** When its button is hovered or focused. */
export async function loadColumnsPanel() {
  const [{ ColumnsPanel }] = await Promise.all([import('./ColumnsPanel.tsx'), loadStylesheet(stylesheet)]);
  return { ColumnsPanel };
}
