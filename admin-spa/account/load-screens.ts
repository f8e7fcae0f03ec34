import activity from '../activity/activity.scss?url';
import administrators from '../administrators/administrators.scss?url';
import { loadStylesheet } from '../ui/load-stylesheet.ts';

// Not in the code that every screen starts with: the names of these files would be most of it.

export async function loadActivity() {
  const [{ Activity }] = await Promise.all([import('../activity/Activity.tsx'), loadStylesheet(activity)]);
  return Activity;
}

export async function loadAdministrators() {
  const [{ Administrators }] = await Promise.all([
    import('../administrators/Administrators.tsx'),
    loadStylesheet(administrators),
  ]);
  return Administrators;
}
