import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { product } from '#brand/product.ts';
import { call } from '#client/call.ts';
import { makeRecoveryCodes } from '#contract/second-factor.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { fileName } from '../../ui/list/export.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showChangedSecurity } from './queries.ts';

type Props = { left: number; onCodes: (codes: readonly string[]) => void };

/** How many codes are left, and new ones. */
export function RecoveryCodes({ left, onCodes }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(makeRecoveryCodes),
    onSuccess: ({ data }) => {
      onCodes(data.recoveryCodes);
      showChangedSecurity(client);
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <Card
      title="Recovery codes"
      titleId="recovery-title"
      action={
        <ConfirmButton
          label="Get new codes"
          busyLabel="Getting codes…"
          isBusy={isPending}
          title="Get new recovery codes?"
          onConfirm={() => mutate()}
        >
          You get ten new codes. The ones you have now stop working.
        </ConfirmButton>
      }
    >
      <p>{`${leftText(left)} Each one signs you in once if you lose your phone or passkey.`}</p>
    </Card>
  );
}

function leftText(left: number): string {
  if (left === 0) return 'You have no codes left. Get new ones now.';
  return left === 1 ? 'You have 1 code left.' : `You have ${left} codes left.`;
}

/** They are only on the screen, until it is left. The card takes the focus. */
export function NewRecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocusOnRemoval(card);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <section ref={card} className="card new-codes" aria-labelledby="new-codes-title">
      <h2 ref={heading} id="new-codes-title" tabIndex={-1}>
        Save your recovery codes
      </h2>
      <p>
        If you lose your phone or passkey, each of these signs you in once. Keep them where you’ll find them,
        such as a password manager. They won’t be shown again.
      </p>
      <ul translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="choices">
        <button type="button" className="secondary" onClick={() => void copyText(text, 'Recovery codes')}>
          Copy
        </button>
        <button type="button" className="secondary" onClick={() => download(text)}>
          Download
        </button>
        <button type="button" className="secondary" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}

function download(text: string): void {
  const file = new Blob([`${text}\n`], { type: 'text/plain' });
  saveFile(file, fileName([product.name, 'recovery', 'codes'], 'txt', new Date()));
}
