/** jsdom lacks the methods of `<dialog>`. Closing one returns the focus, and says so afterwards, as in browsers. */
export function stubDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement);
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
    setTimeout(() => this.dispatchEvent(new Event('close')));
  };
}
