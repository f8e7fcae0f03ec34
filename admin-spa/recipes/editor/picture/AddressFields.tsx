import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Picture as PictureRecord } from '#contract/pictures.ts';
import { Field } from '#forms/Field.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Picture } from '../../Picture.tsx';
import { type Change, type EditorState, hasSameFields } from '../state/editor-state.ts';
import { type Errors, isUnfinishedAddress, pictureError, videoError } from '../state/validate.ts';
import type { Announce } from '../use-announcer.tsx';
import { UploadControls } from './UploadControls.tsx';
import { usePictureDrop } from './use-picture-drop.ts';
import type { PictureUpload } from './use-picture-upload.ts';

/** A half-typed address may name another host, which must not be asked for a picture. */
const PREVIEW_DELAY_MS = 600;
const PREVIEW_SIZE_PX = 192;

type Props = {
  fields: EditorState['fields'];
  errors: Errors;
  change: Change;
  /** The picture that the recipe had when it was loaded. */
  picture: PictureRecord | null;
  /** Is null without `pictures:upload`. */
  upload: PictureUpload | null;
  announce: Announce;
};

/** Addresses are checked as they are typed. */
export const AddressFields = memo(AddressFieldsOf, hasSameFields('image_url', 'videoURL'));

function AddressFieldsOf(props: Props) {
  const { fields, errors, change, upload, announce } = props;
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const wrong = {
    image_url: isUnfinishedAddress(fields.image_url) ? undefined : pictureError(fields.image_url),
    videoURL: isUnfinishedAddress(fields.videoURL) ? undefined : videoError(fields.videoURL),
  };
  const typed = pictureError(fields.image_url) ? '' : fields.image_url.trim();
  const delayed = useDelayed(typed);
  const uploaded = upload?.uploaded ?? null;
  const shown = uploaded?.url === typed ? typed : delayed;
  const [brokenAddress, setBrokenAddress] = useState('');

  const sendFirst = useCallback(
    (files: readonly File[]) => {
      const [file] = files;
      if (files.length > 1) upload?.fail('A recipe has one picture. Choose one file.');
      else if (file) upload?.start(file);
    },
    [upload],
  );
  const isOver = usePictureDrop({ zone: card, onFiles: upload && sendFirst });

  function removePicture() {
    change({ type: 'text', field: 'image_url', value: '' });
    announce('Picture removed');
  }

  const renderField = (field: 'image_url' | 'videoURL', label: string) => (
    <Field
      name={field}
      label={label}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={fields[field]}
      // The end of an upload replaces it.
      readOnly={field === 'image_url' && upload !== null && upload.percent !== null}
      error={wrong[field] ?? errors[field]}
      onChange={({ target }) => change({ type: 'text', field, value: target.value })}
    />
  );
  return (
    <Card
      ref={card}
      title="Picture and video"
      titleId={`${id}-title`}
      className={isOver ? 'card dropping' : 'card'}
    >
      <div className="field preview">
        <Picture
          address={shown}
          picture={uploaded?.url === shown ? uploaded : props.picture}
          size={PREVIEW_SIZE_PX}
          onBroken={setBrokenAddress}
        />
        {shown !== '' && shown === brokenAddress && (
          <small className="error">{`This picture doesn’t load. Check its address${upload ? ' or upload it again' : ''}.`}</small>
        )}
      </div>
      {upload && (
        <UploadControls
          upload={upload}
          onFiles={sendFirst}
          onRemove={fields.image_url.trim() === '' ? null : removePicture}
        />
      )}
      {renderField('image_url', 'Picture address')}
      {renderField('videoURL', 'Video address')}
    </Card>
  );
}

function useDelayed(address: string): string {
  const [shown, setShown] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return shown;
}
