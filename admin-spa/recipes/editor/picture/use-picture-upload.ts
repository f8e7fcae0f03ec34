import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { upload } from '#client/upload.ts';
import { type Picture, pictureLimits, uploadPicture } from '#contract/pictures.ts';
import { errorMessage } from '#forms/error-message.ts';
import type { Announce } from '../use-announcer.tsx';

type Outcome = 'uploaded' | 'canceled' | 'failed';
type Running = { controller: AbortController; outcome: Promise<Outcome> };

type Options = {
  /** Stays the same function on every render, as `announce` does. */
  onUploaded: (picture: Picture) => void;
  announce: Announce;
};

const TOO_LARGE = `A picture can have at most ${pictureLimits.bytes / 1024 / 1024} MB. Make it smaller and try again.`;
const ANNOUNCED_STEP_PERCENT = 25;
/** The form is gone. A save that waited for the picture has nothing complete to save. */
const LEFT = 'left';

export type PictureUpload = ReturnType<typeof usePictureUpload>;

/** Runs one upload at a time: a second one replaces the first. It ends with the form. */
export function usePictureUpload({ onUploaded, announce }: Options) {
  /** Is null unless an upload is running. */
  const [percent, setPercent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [uploaded, setUploaded] = useState<Picture | null>(null);
  const [isAwaited, setIsAwaited] = useState(false);
  const running = useRef<Running | null>(null);
  useEffect(() => () => running.current?.controller.abort(LEFT), []);

  const fail = useCallback(
    (message: string) => {
      setFailure(message);
      announce(message);
    },
    [announce],
  );

  const send = useCallback(
    async (file: Blob, signal: AbortSignal): Promise<Outcome> => {
      let announced = 0;
      const onProgress = (sentBytes: number, totalBytes: number) => {
        const now = Math.floor((sentBytes / Math.max(totalBytes, 1)) * 100);
        setPercent(now);
        if (now - announced < ANNOUNCED_STEP_PERCENT || now === 100) return;
        announced = now;
        announce(`${now}% uploaded`);
      };
      try {
        const { data } = await upload(uploadPicture, { file, onProgress, signal });
        // A save that waits reads the new address.
        flushSync(() => {
          setUploaded(data);
          onUploaded(data);
        });
        announce('Picture uploaded');
        return 'uploaded';
      } catch (error) {
        if (signal.aborted) return signal.reason === LEFT ? 'failed' : 'canceled';
        fail(errorMessage(error));
        return 'failed';
      }
    },
    [announce, fail, onUploaded],
  );

  const start = useCallback(
    (file: Blob) => {
      running.current?.controller.abort();
      running.current = null;
      setPercent(null);
      setFailure(null);
      if (file.size > pictureLimits.bytes) return fail(TOO_LARGE);
      const controller = new AbortController();
      setPercent(0);
      announce('Uploading the picture');
      const outcome = send(file, controller.signal).finally(() => {
        if (running.current?.controller !== controller) return;
        running.current = null;
        setPercent(null);
      });
      running.current = { controller, outcome };
    },
    [announce, fail, send],
  );

  const cancel = useCallback(() => {
    running.current?.controller.abort();
    announce('Upload canceled');
  }, [announce]);

  /** Returns false if the upload that is running fails. */
  const finish = useCallback(async (): Promise<boolean> => {
    let outcome: Outcome = 'uploaded';
    setIsAwaited(true);
    while (running.current) outcome = await running.current.outcome;
    setIsAwaited(false);
    return outcome !== 'failed';
  }, []);

  return useMemo(
    () => ({ percent, failure, uploaded, isAwaited, start, fail, cancel, finish }),
    [percent, failure, uploaded, isAwaited, start, fail, cancel, finish],
  );
}
