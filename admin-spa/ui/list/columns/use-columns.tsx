import { useState } from 'react';
import { useLazyPart } from '../../feedback/use-lazy-part.ts';
import type { Column, Sort } from '../../table/columns.ts';
import { type ListPanel, PanelButton, type Panels } from '../PanelButton.tsx';
import { type ColumnChoice, canBeHidden, readHiddenColumns, writeHiddenColumns } from './hidden-columns.ts';
import { loadColumnsPanel } from './load-columns-panel.ts';

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
  const [isReached, setIsReached] = useState(false);
  const isOpen = panels.open === 'columns';
  const part = useLazyPart(loadColumnsPanel, { isWanted: isReached, isOpen, close: panels.close });
  return {
    columns: columns.filter((column) => !canHide(column) || !choice.hidden.has(column.title)),
    button: <PanelButton panels={panels} name="columns" label="Columns" onReach={() => setIsReached(true)} />,
    panel: part && isOpen && <part.ColumnsPanel columns={columns.filter(canHide)} choice={choice} />,
  };
}
