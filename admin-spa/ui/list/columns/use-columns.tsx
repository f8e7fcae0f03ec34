import { useState } from 'react';
import type { Column, Sort } from '../../table/columns.ts';
import { type ListPanel, PanelButton, type Panels } from '../PanelButton.tsx';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import { type ColumnChoice, canBeHidden, readHiddenColumns, writeHiddenColumns } from './hidden-columns.ts';

/** The columns of a list that the person has hidden, in this browser. */
export function useColumnChoice(list: string): ColumnChoice {
  const [hidden, setHidden] = useState(() => readHiddenColumns(list));
  return {
    hidden,
    change: (title, { isShown }) => {
      const next = new Set(hidden);
      if (isShown) next.delete(title);
      else next.add(title);
      setHidden(next);
      writeHiddenColumns(list, next);
    },
  };
}

type Props<Row> = {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  panels: Panels<ListPanel>;
  sort?: Sort | undefined;
};

/** The columns without the hidden ones, and the panel in which they are chosen. */
export function useColumns<Row>({ columns, choice, panels, sort }: Props<Row>) {
  const canHide = (column: Column<Row>) => canBeHidden(column, sort);
  return {
    columns: columns.filter((column) => !canHide(column) || !choice.hidden.has(column.title)),
    button: <PanelButton panels={panels} name="columns" label="Columns" />,
    panel: panels.open === 'columns' && <ColumnsPanel columns={columns.filter(canHide)} choice={choice} />,
  };
}
