import { deletion } from '#brand/deletion.ts';

/** Counted from when the mail was sent. */
export const linkHours = { password_reset: 1, deletion_request: deletion.linkHours } as const;
