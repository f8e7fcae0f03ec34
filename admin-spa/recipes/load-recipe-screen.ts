import stylesheet from './recipes.scss?url';

let styles: Promise<void> | null = null;

/** Code and styles at the same time. */
export async function loadRecipeScreen<Code>(loadCode: () => Promise<Code>): Promise<Code> {
  styles ??= loadStyles();
  const [code] = await Promise.all([loadCode(), styles]);
  return code;
}

async function loadStyles(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheet;
  try {
    await new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => reject(new Error('The stylesheet of the recipes could not be loaded.'));
      document.head.append(link);
    });
  } catch (error) {
    // The next attempt starts anew.
    link.remove();
    styles = null;
    throw error;
  }
}
