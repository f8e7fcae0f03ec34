import { memo, useEffect, useId, useState } from 'react';
import { Field } from '#forms/Field.tsx';
import { Card } from '../../../ui/card/Card.tsx';
import { Picture } from '../../Picture.tsx';
import type { Change } from '../editor-tools.ts';
import type { EditorState } from '../state/editor-state.ts';
import { type Errors, isUnfinishedAddress, pictureError, videoError } from '../state/validate.ts';

/** A half-typed address is another host: it is not asked for a picture. */
const PREVIEW_DELAY_MS = 600;
const PREVIEW_SIZE_PX = 192;

type Props = { fields: EditorState['fields']; errors: Errors; change: Change };

/** Addresses are checked as they are typed. */
export const AddressFields = memo(function AddressFields({ fields, errors, change }: Props) {
  const id = useId();
  const wrong = {
    image_url: isUnfinishedAddress(fields.image_url) ? undefined : pictureError(fields.image_url),
    videoURL: isUnfinishedAddress(fields.videoURL) ? undefined : videoError(fields.videoURL),
  };
  const picture = useDelayed(pictureError(fields.image_url) ? '' : fields.image_url.trim());
  const renderField = (field: 'image_url' | 'videoURL', label: string) => (
    <Field
      name={field}
      label={label}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={fields[field]}
      error={wrong[field] ?? errors[field]}
      onChange={({ target }) => change({ type: 'text', field, value: target.value })}
    />
  );
  return (
    <Card title="Picture and video" titleId={`${id}-title`}>
      <div className="preview">
        <Picture address={picture} size={PREVIEW_SIZE_PX} />
      </div>
      {renderField('image_url', 'Picture address')}
      {renderField('videoURL', 'Video address')}
    </Card>
  );
});

function useDelayed(address: string): string {
  const [shown, setShown] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return shown;
}
