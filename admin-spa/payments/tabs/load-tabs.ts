import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import figures from '../figures/figures.scss?url';
import stores from '../stores/stores.scss?url';

// Not in the code that every screen starts with: the names of these files would be most of it.

export async function loadFigures() {
  const [{ RecoveryFigures }] = await Promise.all([
    import('../figures/RecoveryFigures.tsx'),
    loadStylesheet(figures),
  ]);
  return RecoveryFigures;
}

export async function loadStores() {
  const [{ StoreConnections }] = await Promise.all([
    import('../stores/StoreConnections.tsx'),
    loadStylesheet(stores),
  ]);
  return StoreConnections;
}
