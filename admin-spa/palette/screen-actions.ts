import { showAllAgo } from '../ui/format/When.tsx';

/** An action of the current screen. `isInRow`: it belongs to one record, so there are many like it. */
export type ScreenAction = { readonly name: string; readonly run: () => void; readonly isInRow: boolean };

/**
 * A screen has its actions in its head and its toolbar, a form its button, and a list those of each row, whose links are found as
 * records.
 */
const CONTROLS = 'main :is(.screen-head, .toolbar) :is(button, a[href]), main form button[type="submit"]';
const ROW_CONTROLS = 'main tbody button';

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent.trim();

function press(control: HTMLElement): void {
  control.focus();
  control.click();
}

/** Presses the Logout of the bar, which asks where something is not saved. */
export function logOut(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('header button')];
  const logout = buttons.find((button) => nameOf(button) === 'Logout');
  if (logout) press(logout);
}

/**
 * Reads the buttons and links that can be pressed now, and what dates can say. It leaves out dialogs that are not open.
 */
export function readScreenActions(): readonly ScreenAction[] {
  const controls = [...document.querySelectorAll<HTMLElement>(`${CONTROLS}, ${ROW_CONTROLS}`)]
    .filter(
      (control) =>
        control.closest('dialog') === null &&
        control.getAttribute('aria-disabled') !== 'true' &&
        !control.matches(':disabled'),
    )
    .map((control) => ({
      name: nameOf(control),
      run: () => press(control),
      isInRow: control.closest('tbody') !== null,
    }))
    .filter(({ name }) => name !== '');
  // The keyboard needs it: many rows have a date and nothing to focus.
  const dates = {
    name: 'Show how long ago the dates are',
    run: () => showAllAgo(),
    isInRow: false,
  };
  return document.querySelector('main time') ? [...controls, dates] : controls;
}
