/** What jsdom lacks of `<dialog>`; the focus and the Escape key of real ones are the browser's own. */
export function openDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
