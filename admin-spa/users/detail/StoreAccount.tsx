import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';

/** The token by which a purchase is known to be of this user. */
export function StoreAccount({ token }: { token: string }) {
  return (
    <Card
      title="Store account"
      titleId="store-account-title"
      action={
        <button
          type="button"
          className="secondary"
          aria-label="Copy the store account"
          onClick={() => void copyText(token, 'Store account')}
        >
          Copy
        </button>
      }
    >
      <p className="store-account">
        <code>{token}</code>
      </p>
      <p className="muted">
        The app hands this code to the store with each purchase, so that we know who bought it.
      </p>
    </Card>
  );
}
