import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest starts with the largest files, until it has seen how long each one takes. These are small, and the last file of
 * a group has the machine for itself.
 */
const longFiles = [
  'tests/api/openapi/fuzz.test.ts',
  'tests/e2e/widths.test.ts',
  'tests/process/stop.test.ts',
];

/** Puts the long files before the others of their group. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) =>
        one.project.config.sequence.groupOrder - other.project.config.sequence.groupOrder ||
        Number(isLong(other)) - Number(isLong(one)),
    );
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return longFiles.some((file) => moduleId.endsWith(file));
}
