import { deletion } from '#brand/deletion.ts';

/** Hours for which a mailed link can be used, counted from when its mail left. */
export const linkHours = { password_reset: 1, deletion_request: deletion.linkHours } as const;
