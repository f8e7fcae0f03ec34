import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './recipes.scss?url';

/** Code and styles at the same time. */
export async function loadRecipeScreen<Code>(loadCode: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([loadCode(), loadStylesheet(stylesheet)]);
  return code;
}
