import { ApiError } from '#client/api-error.ts';
import { proveSecondFactor } from '#client/second-factor.ts';
import type { SignInChallenge } from '#contract/authentication.ts';
import { ProofForm } from './ProofForm.tsx';

type Props = {
  challenge: SignInChallenge;
  email: string;
  onSignedIn: () => void;
  /** The challenge has ended, so that the password must be sent again. */
  onEnded: () => void;
  startOver: () => void;
};

/** The second step of a sign-in. Loaded when the first one is answered with a challenge. */
export function SecondFactorStep({ challenge, email, onSignedIn, onEnded, startOver }: Props) {
  const { token, methods, passkey } = challenge;
  return (
    <>
      <h2>Confirm it’s you</h2>
      <p>Your password was right. One more step protects this account.</p>
      <ProofForm
        methods={methods}
        passkey={passkey}
        label="Sign in"
        sending="Signing in…"
        email={email}
        prove={async (proof) => {
          try {
            await proveSecondFactor({ challenge: token, ...proof }, email);
            onSignedIn();
          } catch (error) {
            if (error instanceof ApiError && error.reason === 'challenge_ended') onEnded();
            else throw error;
          }
        }}
      />
      <p className="aside">
        <button type="button" className="as-link" onClick={startOver}>
          Start over
        </button>
      </p>
    </>
  );
}
