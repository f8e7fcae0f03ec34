import { memo, useId } from 'react';
import { Field } from '#forms/Field.tsx';
import { Card } from '../../../ui/card/Card.tsx';
import type { Change, EditorState } from '../state/editor-state.ts';
import type { Errors } from '../state/validate.ts';
import { GrowingText } from './GrowingText.tsx';

type Props = { fields: EditorState['fields']; errors: Errors; change: Change };

export const BasicFields = memo(function BasicFields({ fields, errors, change }: Props) {
  const id = useId();
  return (
    <Card title="Recipe" titleId={`${id}-title`}>
      <Field
        name="title"
        label="Title"
        autoComplete="off"
        required
        value={fields.title}
        error={errors.title}
        onChange={({ target }) => change({ type: 'text', field: 'title', value: target.value })}
      />
      <div className="field">
        <label htmlFor={`${id}-description`}>Description</label>
        <GrowingText
          id={`${id}-description`}
          name="description"
          value={fields.description}
          error={errors.description}
          onChange={(value) => change({ type: 'text', field: 'description', value })}
        />
      </div>
    </Card>
  );
});
