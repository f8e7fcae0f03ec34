import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { root } from '#tests/architecture/sources.ts';

/** `text`: the arguments in one line, such as `node api/cli/build.ts` for a RUN. */
export type Instruction = { readonly keyword: string; readonly text: string };

export const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');

/** The instructions of each stage, its FROM first. */
export function readStages(): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const keyword = instruction.getKeyword();
    const text = instruction.getArgumentsContent()?.replace(/\s+/g, ' ') ?? '';
    if (keyword === 'FROM') stages.push([]);
    stages.at(-1)?.push({ keyword, text });
  }
  return stages;
}

/** The arguments of every instruction with this keyword. */
export function textsOf(stage: readonly Instruction[], keyword: string): string[] {
  return stage.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);
}

/** The names at the root that reach the image. */
export function readImageFiles(): readonly string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}
