/** Brings the first field that is wrong into view, clear of what sticks to the edges, and puts the focus there. */
export function focusWrong(form: Element | null | undefined): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) return false;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
  return true;
}
