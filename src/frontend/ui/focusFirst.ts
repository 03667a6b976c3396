/**
 * Where the focus goes when a dialog opens: the first field, else the button that is marked for it, else the dialog
 * itself, so that Enter does nothing by accident and Esc works at once.
 */
export function focusFirst(event: Event): void {
  const { currentTarget: dialog } = event;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const target =
    dialog.querySelector<HTMLElement>('textarea:enabled, input:enabled:not([type="hidden"])') ??
    dialog.querySelector<HTMLElement>('[data-autofocus]:enabled') ??
    dialog;
  target.focus();
}
