import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mustAddFactor } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { formatDate } from '../../ui/format/format.ts';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import { type SecurityState, securityQuery } from './queries.ts';
import { NewRecoveryCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import './security.scss';

/** Path `/account/security`: what a sign-in needs besides the password. */
export function Security() {
  const query = useQuery(securityQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data } = query;
  return (
    <>
      <header className="screen-head">
        <h1>Sign-in security</h1>
      </header>
      <div className="stack">
        <QueryStates
          query={query}
          failure="Your sign-in security couldn’t be loaded."
          isLoaded={data !== undefined}
        >
          {data && (
            <>
              <Protection state={data} />
              {codes && <NewRecoveryCodes key={codes[0]} codes={codes} onDone={() => setCodes(null)} />}
              <Passkeys state={data} onCodes={setCodes} />
              <AuthenticatorApp state={data} onCodes={setCodes} />
              {hasFactor(data) && <RecoveryCodes left={data.recoveryCodesLeft} onCodes={setCodes} />}
            </>
          )}
        </QueryStates>
      </div>
    </>
  );
}

function hasFactor({ totp, passkeys }: SecurityState): boolean {
  return totp !== null || passkeys.length > 0;
}

/** What protects the account now, and what is missing. */
function Protection({ state }: { state: SecurityState }) {
  const isOnlyScreen = useSession(mustAddFactor);
  if (hasFactor(state))
    return (
      <p className="protection">{`After your password, you confirm it’s you with ${listFactors(state)}.`}</p>
    );
  return (
    <div className="protection missing">
      <p>Only your password protects this account.</p>
      {isOnlyScreen && (
        <p>Administrators need a second step to sign in here. Add one, and the rest of the console opens.</p>
      )}
      {!isOnlyScreen && state.requirement === 'required' && state.enrolBy !== null && (
        <p>{`Add a passkey or an authenticator app by ${formatDate(state.enrolBy)}. After that, this is the only screen you can open until you do.`}</p>
      )}
    </div>
  );
}

function listFactors({ totp, passkeys }: SecurityState): string {
  const names = [passkeys.length > 0 && 'a passkey', totp && 'a code from your authenticator app'].filter(
    Boolean,
  );
  return names.join(' or ');
}
