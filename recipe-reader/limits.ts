const MB = 1_000_000;

/** Bytes of all files of an import, as they were uploaded. */
export const MAX_IMPORT_BYTES = 50 * MB;
/** Recipes of an import. A file that cannot be read counts as one. */
export const MAX_IMPORT_RECIPES = 5_000;
/** Bytes of one file of a ZIP, inflated. */
export const MAX_ENTRY_BYTES = 50 * MB;
/** Bytes of all files in the ZIPs of an import, inflated: about 1,000 saved pages. */
export const MAX_INFLATED_BYTES = 500 * MB;
/** Files in the ZIPs of an import. */
export const MAX_ZIP_ENTRIES = 50_000;
/** Bytes of one row of a CSV file. */
export const MAX_CSV_ROW_BYTES = 2 * MB;
/** Levels of arrays and objects in JSON, and of the sections that steps are in. Real pages have about 20. */
export const MAX_JSON_DEPTH = 500;
/**
 * Characters that the references of a file may stand for together: the first, and so many times those of the file, up to
 * `MAX_IMPORT_BYTES`. A file where every part is a reference needs its own size once.
 */
export const FREE_REFERENCED_SIZE = 100_000;
export const MAX_REFERENCED_TIMES = 4;
/**
 * Characters of JSON that the library repairs. Its time grows with the square of them, and faster beyond 80,000: the
 * worst texts that were found (`{"a"a"a…`, `[http://a"a"…`) take 0.5 to 3 s with 80,000, and 4 to 24 s with 120,000.
 */
export const MAX_REPAIR_LENGTH = 80_000;
/** The same for one cell of a CSV file. */
export const MAX_REPAIR_CELL = 20_000;
/** Characters of a problem's value. */
export const MAX_SHOWN_VALUE = 200;
/** Problems of one recipe; the last says how many more there were. */
export const MAX_ROW_PROBLEMS = 100;
/** Megabytes of the thread that reads the files. */
export const THREAD_MEMORY_MB = 512;
/** Milliseconds without any sign from the thread. */
export const THREAD_TIMEOUT_MS = 120_000;
/** Milliseconds of work on all files of an import, without the time in which it waits for their bytes. */
export const MAX_READING_MS = 600_000;
