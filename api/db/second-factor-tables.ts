import type { ColumnType, GeneratedAlways } from 'kysely';

/** int8 arrives as a text. */
type BigInteger = ColumnType<string, number, number>;

export type TotpSecretsTable = {
  user_id: number;
  /** Base32; null until a code has confirmed it. */
  secret: string | null;
  added_at: Date | null;
  /** The last 30-second step whose code was used. */
  last_step: ColumnType<string, number | undefined, number>;
  pending_secret: string | null;
  pending_until: Date | null;
};

export type PasskeysTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  /** Base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Buffer;
  counter: BigInteger;
  transports: string[];
  name: string;
  added_at: Date;
  last_used_at: Date | null;
};

export type RecoveryCodesTable = { user_id: number; hash: Buffer; used_at: Date | null };

export type SignInChallengesTable = {
  hash: Buffer;
  user_id: number;
  remember_me: boolean;
  device: string;
  /** Base64url; null without a passkey. */
  passkey_challenge: string | null;
  expires_at: Date;
  used_at: Date | null;
};

export type PasskeyChallengesTable = {
  session_id: string;
  purpose: 'registration' | 'step_up';
  challenge: string;
  expires_at: Date;
};
