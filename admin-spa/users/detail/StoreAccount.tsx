import { toast } from 'react-hot-toast/headless';
import { Card } from '../../ui/card/Card.tsx';

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
          onClick={() => void copy(token)}
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

/** Some browsers refuse, and pages without HTTPS have no clipboard. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Store account copied');
  } catch {
    toast.error('Your browser couldn’t copy it. Select the code and copy it manually.');
  }
}
