export type PicturesTable = {
  /** SHA-256 of the uploaded bytes, in hexadecimal digits. */
  hash: string;
  /** The size of the largest copy, in pixels. */
  width: number;
  height: number;
  placeholder: string;
  /** The last upload of these bytes. */
  uploaded_at: Date;
  uploaded_by: number | null;
};

export type PictureCopiesTable = { hash: string; width: number; bytes: Buffer };
