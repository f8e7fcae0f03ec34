/** A button or link of the current screen. */
export type ScreenAction = { readonly name: string; readonly control: HTMLElement };

/** A screen has its actions in its head, and a form its button. */
const CONTROLS = 'main .screen-head :is(button, a[href]), main form button[type="submit"]';

/** Those that can be pressed now. Dialogs that are not open are left out. */
export function readScreenActions(): readonly ScreenAction[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter(
      (control) =>
        control.closest('dialog') === null &&
        control.getAttribute('aria-disabled') !== 'true' &&
        !control.matches(':disabled'),
    )
    .map((control) => ({ name: control.getAttribute('aria-label') ?? control.textContent.trim(), control }))
    .filter(({ name }) => name !== '');
}
