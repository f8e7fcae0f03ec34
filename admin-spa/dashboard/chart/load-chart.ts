import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './chart.scss?url';

export async function loadChart() {
  const [{ MonthsChart }] = await Promise.all([import('./MonthsChart.tsx'), loadStylesheet(stylesheet)]);
  return { MonthsChart };
}
