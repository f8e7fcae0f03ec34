import { Field, type FieldProps } from '#forms/Field.tsx';

/**
 * A field for a day in the order of the cells, dd/mm/yyyy, which `readDay` reads. The browser's own field would have the
 * order of its language: 11/04 beside 04/11 makes people read April.
 */
export function DayField(field: Omit<FieldProps, 'type' | 'placeholder'>) {
  return <Field {...field} type="text" placeholder="dd/mm/yyyy" autoComplete="off" spellCheck={false} />;
}
