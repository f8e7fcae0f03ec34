/** A button or link of the current screen. `isInRow`: of one record, so one of many. */
export type ScreenAction = {
  readonly name: string;
  readonly control: HTMLElement;
  readonly isInRow: boolean;
};

/** A screen has its actions in its head, a form its button, and a list those of each row, whose links are found as records. */
const CONTROLS = 'main .screen-head :is(button, a[href]), main form button[type="submit"]';
const ROW_CONTROLS = 'main tbody button';

/** Those that can be pressed now. Dialogs that are not open are left out. */
export function readScreenActions(): readonly ScreenAction[] {
  return [...document.querySelectorAll<HTMLElement>(`${CONTROLS}, ${ROW_CONTROLS}`)]
    .filter(
      (control) =>
        control.closest('dialog') === null &&
        control.getAttribute('aria-disabled') !== 'true' &&
        !control.matches(':disabled'),
    )
    .map((control) => ({
      name: control.getAttribute('aria-label') ?? control.textContent.trim(),
      control,
      isInRow: control.closest('tbody') !== null,
    }))
    .filter(({ name }) => name !== '');
}
