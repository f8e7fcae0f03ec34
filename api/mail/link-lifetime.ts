import { deletion } from '#brand/deletion.ts';

/** Counted from when the mail was sent. */
export const linkLifetimeHours = { password_reset: 1, deletion_request: deletion.linkHours } as const;
